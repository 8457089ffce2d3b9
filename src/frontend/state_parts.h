// Parts of a kernel with `state` or `finish`, by offsets: what the files of state.h share.
#ifndef PTCC_FRONTEND_STATE_PARTS_H
#define PTCC_FRONTEND_STATE_PARTS_H

#include "frontend/state.h"

static inline byte_range state_middle(const function *f) { return (byte_range){f->state.item_begin, f->state.item_end}; }
static inline byte_range state_last(const function *f, const declaration *d) { return (byte_range){f->state.item_end, d->body_end - 1}; }

#endif
