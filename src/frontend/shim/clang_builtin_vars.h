// The built-in variables of device code for a parse with a toolkit, in place of clang's header of that purpose: with nvcc they are a
// uint3 and a dim3, by which overloads are chosen, templates are specialised and class template arguments are deduced.
//
// In:  nothing, clang's wrapper includes this in front of CUDA's headers. Out: the variables, and the classes that the wrapper defines
// conversions of. Where it gives curand's declarations of the variables clang's types, these are the real ones; the two conversions that
// it defines of each of them are errors in a header of the system, and nobody needs them.
#ifndef __CUDA_BUILTIN_VARS_H
#define __CUDA_BUILTIN_VARS_H

struct uint3;
struct dim3;
typedef struct uint3 __cuda_builtin_threadIdx_t;
typedef struct dim3 __cuda_builtin_blockDim_t;

#define PT_SHIM_BUILTIN_CLASS(NAME)                         \
    struct NAME {                                           \
        unsigned int x, y, z;                               \
        __attribute__((device)) operator dim3() const;      \
        __attribute__((device)) operator uint3() const;     \
    };
PT_SHIM_BUILTIN_CLASS(__cuda_builtin_blockIdx_t)
PT_SHIM_BUILTIN_CLASS(__cuda_builtin_gridDim_t)
#undef PT_SHIM_BUILTIN_CLASS

extern const __attribute__((device)) struct uint3 threadIdx;
extern const __attribute__((device)) struct uint3 blockIdx;
extern const __attribute__((device)) struct dim3 blockDim;
extern const __attribute__((device)) struct dim3 gridDim;
__attribute__((device)) const int warpSize = 32; // as clang has it

#endif
