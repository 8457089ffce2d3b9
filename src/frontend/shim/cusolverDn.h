// cuSOLVER: types, constants, the functions' names.
#ifndef PTCC_SHIM_CUSOLVER_H
#define PTCC_SHIM_CUSOLVER_H

#include "cublas_v2.h"
#include "cusparse.h"

#define CUSOLVER_COMMON_H_

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct cusolverRfCommon *cusolverRfHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct csrqrInfo *csrqrInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef enum {
    CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
    CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED,
    CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED,
    CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;

#define PT_SHIM_SOLVE(name) PT_SHIM_ANY(cusolverStatus_t, cusolver##name)
#define PT_SHIM_SOLVE_DN(name) \
    PT_SHIM_SOLVE(DnS##name) PT_SHIM_SOLVE(DnD##name) PT_SHIM_SOLVE(DnC##name) PT_SHIM_SOLVE(DnZ##name) \
    PT_SHIM_SOLVE(DnS##name##_bufferSize) PT_SHIM_SOLVE(DnD##name##_bufferSize) PT_SHIM_SOLVE(DnC##name##_bufferSize) \
    PT_SHIM_SOLVE(DnZ##name##_bufferSize)
PT_SHIM_SOLVE(DnCreate) PT_SHIM_SOLVE(DnDestroy) PT_SHIM_SOLVE(DnSetStream) PT_SHIM_SOLVE(DnGetStream) PT_SHIM_SOLVE(SpCreate)
PT_SHIM_SOLVE(SpDestroy) PT_SHIM_SOLVE(SpSetStream) PT_SHIM_SOLVE(DnCreateSyevjInfo) PT_SHIM_SOLVE(DnDestroySyevjInfo)
PT_SHIM_SOLVE(DnCreateGesvdjInfo) PT_SHIM_SOLVE(DnDestroyGesvdjInfo) PT_SHIM_SOLVE(DnXsyevjSetTolerance)
PT_SHIM_SOLVE(DnXsyevjSetMaxSweeps) PT_SHIM_SOLVE(DnXsyevjSetSortEig) PT_SHIM_SOLVE(DnCreateParams) PT_SHIM_SOLVE(DnDestroyParams)
PT_SHIM_SOLVE(DnXgetrf) PT_SHIM_SOLVE(DnXgetrf_bufferSize) PT_SHIM_SOLVE(DnXgetrs) PT_SHIM_SOLVE(DnXpotrf) PT_SHIM_SOLVE(DnXpotrf_bufferSize)
PT_SHIM_SOLVE_DN(potrf) PT_SHIM_SOLVE_DN(potrs) PT_SHIM_SOLVE_DN(potri) PT_SHIM_SOLVE_DN(potrfBatched) PT_SHIM_SOLVE_DN(potrsBatched)
PT_SHIM_SOLVE_DN(getrf) PT_SHIM_SOLVE_DN(getrs) PT_SHIM_SOLVE_DN(geqrf) PT_SHIM_SOLVE_DN(ormqr) PT_SHIM_SOLVE_DN(orgqr)
PT_SHIM_SOLVE_DN(gesvd) PT_SHIM_SOLVE_DN(gesvdj) PT_SHIM_SOLVE_DN(gesvdjBatched) PT_SHIM_SOLVE_DN(syevd) PT_SHIM_SOLVE_DN(syevj)
PT_SHIM_SOLVE_DN(syevjBatched) PT_SHIM_SOLVE_DN(heevd) PT_SHIM_SOLVE_DN(sytrf) PT_SHIM_SOLVE_DN(sygvd)
PT_SHIM_SOLVE(SpScsrlsvqr) PT_SHIM_SOLVE(SpDcsrlsvqr) PT_SHIM_SOLVE(SpScsrlsvchol) PT_SHIM_SOLVE(SpDcsrlsvchol)
PT_SHIM_SOLVE(SpScsrlsvluHost) PT_SHIM_SOLVE(SpDcsrlsvluHost)
#undef PT_SHIM_SOLVE
#undef PT_SHIM_SOLVE_DN

#endif
