// The headers that ptcc carries inside itself, for parses without a CUDA toolkit.
//
// Made at build time from src/frontend/shim/ (the list is in its meson.build) by tools/embed.
#ifndef PTCC_FRONTEND_SHIM_DATA_H
#define PTCC_FRONTEND_SHIM_DATA_H

#include <stddef.h>

typedef struct shim_file {
    const char *path; // as it is included: "cuda_runtime.h", "cuda/atomic"
    const char *bytes;
    size_t length; // a NUL stands behind them
} shim_file;

extern const shim_file shim_files[];
extern const size_t shim_file_count;

#endif
