// NVTX under the folder's name that version 3 has.
//
// In:  -. Out: nvToolsExt.h. Invariant: none of its own.
#include "../nvToolsExt.h"
