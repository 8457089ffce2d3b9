// Parameter sets of the MTGP32 generator.
#ifndef PTCC_SHIM_CURAND_MTGP32_HOST_H
#define PTCC_SHIM_CURAND_MTGP32_HOST_H

#include "curand_kernel.h"

struct mtgp32_params_fast_t { int mexp, pos, sh1, sh2; unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask; unsigned char poly_sha1[21]; };
struct mtgp32_kernel_params_t { unsigned int pos_tbl[200]; };
extern mtgp32_params_fast_t mtgp32dc_params_fast_11213[];

#endif
