// cuRAND, host API.
#ifndef PTCC_SHIM_CURAND_H
#define PTCC_SHIM_CURAND_H

#include "pt_any_arguments.h"

#define CURAND_H_
#define CURAND_VERSION 10400

typedef struct curandGenerator_st *curandGenerator_t;
typedef struct curandDistributionShift_st *curandDistribution_t;
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED,
    CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE,
    CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
typedef enum curandDirectionVectorSet {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set);
#define PT_SHIM_RAND(name) PT_SHIM_ANY(curandStatus_t, curand##name)
PT_SHIM_RAND(CreateGenerator) PT_SHIM_RAND(CreateGeneratorHost) PT_SHIM_RAND(DestroyGenerator) PT_SHIM_RAND(GetVersion)
PT_SHIM_RAND(SetStream) PT_SHIM_RAND(SetPseudoRandomGeneratorSeed) PT_SHIM_RAND(SetGeneratorOffset)
PT_SHIM_RAND(SetGeneratorOrdering) PT_SHIM_RAND(SetQuasiRandomGeneratorDimensions) PT_SHIM_RAND(Generate)
PT_SHIM_RAND(GenerateLongLong) PT_SHIM_RAND(GenerateUniform) PT_SHIM_RAND(GenerateUniformDouble) PT_SHIM_RAND(GenerateNormal)
PT_SHIM_RAND(GenerateNormalDouble) PT_SHIM_RAND(GenerateLogNormal) PT_SHIM_RAND(GenerateLogNormalDouble)
PT_SHIM_RAND(GeneratePoisson) PT_SHIM_RAND(GenerateSeeds) PT_SHIM_RAND(CreatePoissonDistribution)
PT_SHIM_RAND(DestroyDistribution) PT_SHIM_RAND(GetScrambleConstants32) PT_SHIM_RAND(MakeMTGP32Constants)
PT_SHIM_RAND(MakeMTGP32KernelState)
#undef PT_SHIM_RAND

#endif
