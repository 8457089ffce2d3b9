// NVTX under the folder's name that version 3 has.
//
// In:  -. Out: nvToolsExtCudaRt.h. Invariant: none of its own.
#include "../nvToolsExtCudaRt.h"
