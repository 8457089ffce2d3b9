// cuRAND, device API.
#ifndef PTCC_SHIM_CURAND_KERNEL_H
#define PTCC_SHIM_CURAND_KERNEL_H

#include "curand.h"

struct curandStateXORWOW { unsigned int d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned int STATE; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateMRG32k3a { unsigned int s1[3], s2[3]; int boxmuller_flag; double boxmuller_extra_double; };
struct curandStateSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
struct curandStateScrambledSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
struct curandStateMtgp32 { unsigned int s[1024]; int offset, pIdx; void *k; };
typedef struct curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;

template <class S> __device__ void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state);
template <class V, class S> __device__ void curand_init(V *vectors, unsigned int offset, S *state);
template <class V, class S> __device__ void curand_init(V *vectors, unsigned int scramble, unsigned int offset, S *state);
template <class S> __device__ unsigned int curand(S *state);
__device__ unsigned long long curand(curandStateSobol64 *state);
__device__ unsigned long long curand(curandStateScrambledSobol64 *state);
template <class S> __device__ uint4 curand4(S *state);
template <class S> __device__ float curand_uniform(S *state);
template <class S> __device__ float4 curand_uniform4(S *state);
template <class S> __device__ double curand_uniform_double(S *state);
template <class S> __device__ double2 curand_uniform2_double(S *state);
template <class S> __device__ double4 curand_uniform4_double(S *state);
template <class S> __device__ float curand_normal(S *state);
template <class S> __device__ float2 curand_normal2(S *state);
template <class S> __device__ float4 curand_normal4(S *state);
template <class S> __device__ double curand_normal_double(S *state);
template <class S> __device__ double2 curand_normal2_double(S *state);
template <class S> __device__ float curand_log_normal(S *state, float mean, float deviation);
template <class S> __device__ double curand_log_normal_double(S *state, double mean, double deviation);
template <class S> __device__ unsigned int curand_poisson(S *state, double lambda);
template <class S> __device__ uint4 curand_poisson4(S *state, double lambda);
template <class S> __device__ unsigned int curand_discrete(S *state, curandDiscreteDistribution_t distribution);
template <class S> __device__ void skipahead(unsigned long long n, S *state);
template <class S> __device__ void skipahead_sequence(unsigned long long n, S *state);
template <class S> __device__ void skipahead_subsequence(unsigned long long n, S *state);

#endif
