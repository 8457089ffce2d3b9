// Which views of a program, other than the host's, nvcc compiles: for which devices its text has to be looked at.
//
// In:  a plan whose files were read, with what the parses so far have skipped. Out: devices to parse for, one after the other.
// Invariant: text of a device that nvcc may compile for is seen by some parse, or known to be unseen (views_unseen).
//
// A device is what __CUDA_ARCH__ is a tenth of; with VIEW_FEATURES in it, the one whose own features are asked for (sm_90a), with
// VIEW_FAMILY those of its family (sm_100f).
#ifndef PTCC_FRONTEND_VIEWS_H
#define PTCC_FRONTEND_VIEWS_H

#include "frontend/options.h"
#include "frontend/plan.h"

enum { VIEW_FEATURES = 1 << 16, VIEW_FAMILY = 1 << 17, VIEWS_AT_MOST = 8, VIEWS_OF_FLAGS_AT_MOST = 32 };

// The number alone.
static inline int view_number(int device) { return device & (VIEW_FEATURES - 1); }

// Before the device parses: does the program say other things to a device than to the host? Fills the plan's device_macros.
bool views_need_device(plan *p);

// Those that the flags name, at most VIEWS_OF_FLAGS_AT_MOST; 0: none, and all that the text has more for are looked at.
size_t views_of_flags(const string_list *flags, int *devices);

// The device that the text has more for than those that were seen; 0: none.
int views_wanted(const plan *p, const int *seen, size_t seen_count);

// Is there text, or a number that is computed with, for which another device may make a difference?
bool views_may_differ(const plan *p);

// Offset of the first group in the range that no parse saw and whose condition speaks of devices, if some device may see it: a condition
// that also needs a macro that nobody defines does not count. (size_t)-1: none.
size_t views_unseen(const plan *p, const plan_file *f, size_t begin, size_t end);

// A flag of nvcc's that names devices (`value` is its argument), as flags that name one each.
void views_keep_flag(arena *a, const char *value, string_list *flags);

#endif
