// What every file begins with that ptcc wrote for the CPU: CUDA's names, then ptcc's own device and launch headers.
//
// In:  a C++17 compiler, `ptcc --target=cpu --cflags`. Out: the names that nvcc knows without an #include.
#ifndef PT_CPU_PT_HPP
#define PT_CPU_PT_HPP

#include <cuda_runtime.h>

#include <pt/cpu/shared.hpp>
#include <pt/pt.cuh>

#endif
