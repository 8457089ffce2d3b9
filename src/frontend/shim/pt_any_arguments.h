// For library functions that only have to be known: a declaration that takes whatever arguments a call has. ptcc needs
// such calls to parse, so that the statements around them stay in the AST; nvcc checks them. Not part of CUDA.
#ifndef PTCC_SHIM_ANY_ARGUMENTS_H
#define PTCC_SHIM_ANY_ARGUMENTS_H

#include "cuda_runtime.h"

#define PT_SHIM_ANY(result, name) template <class... A> result name(A &&...arguments);
#define PT_SHIM_ANY_DEVICE(result, name) template <class... A> __device__ result name(A &&...arguments);

#endif
