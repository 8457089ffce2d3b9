// cuSPARSE: types, constants, the functions' names.
#ifndef PTCC_SHIM_CUSPARSE_H
#define PTCC_SHIM_CUSPARSE_H

#include "pt_any_arguments.h"
#include "cuComplex.h"

#define CUSPARSEAPI
#define CUSPARSE_VERSION 12600
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct pruneInfo *pruneInfo_t;
typedef enum {
    CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
    CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED,
    CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT,
    CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BLOCKED_ELL = 5 } cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_CSRMV_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC, CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 } cusparseCsr2CscAlg_t;

const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);
#define PT_SHIM_SPARSE(name) PT_SHIM_ANY(cusparseStatus_t, cusparse##name)
#define PT_SHIM_SPARSE_ALL(name) PT_SHIM_SPARSE(S##name) PT_SHIM_SPARSE(D##name) PT_SHIM_SPARSE(C##name) PT_SHIM_SPARSE(Z##name)
PT_SHIM_SPARSE(Create) PT_SHIM_SPARSE(Destroy) PT_SHIM_SPARSE(GetVersion) PT_SHIM_SPARSE(SetStream) PT_SHIM_SPARSE(GetStream)
PT_SHIM_SPARSE(SetPointerMode) PT_SHIM_SPARSE(GetPointerMode) PT_SHIM_SPARSE(CreateMatDescr) PT_SHIM_SPARSE(DestroyMatDescr)
PT_SHIM_SPARSE(SetMatType) PT_SHIM_SPARSE(GetMatType) PT_SHIM_SPARSE(SetMatIndexBase) PT_SHIM_SPARSE(GetMatIndexBase)
PT_SHIM_SPARSE(SetMatFillMode) PT_SHIM_SPARSE(SetMatDiagType) PT_SHIM_SPARSE(CreateSpVec) PT_SHIM_SPARSE(DestroySpVec)
PT_SHIM_SPARSE(CreateDnVec) PT_SHIM_SPARSE(DestroyDnVec) PT_SHIM_SPARSE(DnVecGet) PT_SHIM_SPARSE(DnVecGetValues)
PT_SHIM_SPARSE(DnVecSetValues) PT_SHIM_SPARSE(CreateCsr) PT_SHIM_SPARSE(CreateCsc) PT_SHIM_SPARSE(CreateCoo)
PT_SHIM_SPARSE(CreateBlockedEll) PT_SHIM_SPARSE(CreateBsr) PT_SHIM_SPARSE(DestroySpMat) PT_SHIM_SPARSE(SpMatGetSize)
PT_SHIM_SPARSE(SpMatGetFormat) PT_SHIM_SPARSE(SpMatSetAttribute) PT_SHIM_SPARSE(SpMatGetValues) PT_SHIM_SPARSE(SpMatSetValues)
PT_SHIM_SPARSE(SpMatSetStridedBatch) PT_SHIM_SPARSE(CsrSetStridedBatch) PT_SHIM_SPARSE(CooSetStridedBatch)
PT_SHIM_SPARSE(CsrSetPointers) PT_SHIM_SPARSE(CscSetPointers) PT_SHIM_SPARSE(CooSetPointers) PT_SHIM_SPARSE(CsrGet)
PT_SHIM_SPARSE(CreateDnMat) PT_SHIM_SPARSE(DestroyDnMat) PT_SHIM_SPARSE(DnMatGet) PT_SHIM_SPARSE(DnMatSetValues)
PT_SHIM_SPARSE(DnMatSetStridedBatch) PT_SHIM_SPARSE(Axpby) PT_SHIM_SPARSE(Gather) PT_SHIM_SPARSE(Scatter) PT_SHIM_SPARSE(SpVV)
PT_SHIM_SPARSE(SpVV_bufferSize) PT_SHIM_SPARSE(SparseToDense) PT_SHIM_SPARSE(SparseToDense_bufferSize)
PT_SHIM_SPARSE(DenseToSparse_bufferSize) PT_SHIM_SPARSE(DenseToSparse_analysis) PT_SHIM_SPARSE(DenseToSparse_convert)
PT_SHIM_SPARSE(SpMV) PT_SHIM_SPARSE(SpMV_bufferSize) PT_SHIM_SPARSE(SpMV_preprocess) PT_SHIM_SPARSE(SpMM)
PT_SHIM_SPARSE(SpMM_bufferSize) PT_SHIM_SPARSE(SpMM_preprocess) PT_SHIM_SPARSE(SpSV_createDescr) PT_SHIM_SPARSE(SpSV_destroyDescr)
PT_SHIM_SPARSE(SpSV_bufferSize) PT_SHIM_SPARSE(SpSV_analysis) PT_SHIM_SPARSE(SpSV_solve) PT_SHIM_SPARSE(SpSM_createDescr)
PT_SHIM_SPARSE(SpSM_destroyDescr) PT_SHIM_SPARSE(SpSM_bufferSize) PT_SHIM_SPARSE(SpSM_analysis) PT_SHIM_SPARSE(SpSM_solve)
PT_SHIM_SPARSE(SpGEMM_createDescr) PT_SHIM_SPARSE(SpGEMM_destroyDescr) PT_SHIM_SPARSE(SpGEMM_workEstimation)
PT_SHIM_SPARSE(SpGEMM_estimateMemory) PT_SHIM_SPARSE(SpGEMM_compute) PT_SHIM_SPARSE(SpGEMM_copy) PT_SHIM_SPARSE(SDDMM)
PT_SHIM_SPARSE(SDDMM_bufferSize) PT_SHIM_SPARSE(SDDMM_preprocess) PT_SHIM_SPARSE(Csr2cscEx2) PT_SHIM_SPARSE(Csr2cscEx2_bufferSize)
PT_SHIM_SPARSE(Xcoo2csr) PT_SHIM_SPARSE(Xcsr2coo) PT_SHIM_SPARSE(XcsrsortbyKey) PT_SHIM_SPARSE(Xcsrsort) PT_SHIM_SPARSE(XcoosortByRow)
PT_SHIM_SPARSE(Xcsrsort_bufferSizeExt) PT_SHIM_SPARSE(Xcoosort_bufferSizeExt) PT_SHIM_SPARSE(CreateIdentityPermutation)
PT_SHIM_SPARSE(CreateCsrsv2Info) PT_SHIM_SPARSE(DestroyCsrsv2Info) PT_SHIM_SPARSE(CreateCsrilu02Info)
PT_SHIM_SPARSE(DestroyCsrilu02Info) PT_SHIM_SPARSE(CreateCsric02Info) PT_SHIM_SPARSE(DestroyCsric02Info)
PT_SHIM_SPARSE(Xcsrilu02_zeroPivot) PT_SHIM_SPARSE(Xcsric02_zeroPivot) PT_SHIM_SPARSE_ALL(csrilu02)
PT_SHIM_SPARSE_ALL(csrilu02_bufferSize) PT_SHIM_SPARSE_ALL(csrilu02_analysis) PT_SHIM_SPARSE_ALL(csric02)
PT_SHIM_SPARSE_ALL(csric02_bufferSize) PT_SHIM_SPARSE_ALL(csric02_analysis) PT_SHIM_SPARSE_ALL(csrmv) PT_SHIM_SPARSE_ALL(csrmm)
PT_SHIM_SPARSE_ALL(gthr) PT_SHIM_SPARSE_ALL(nnz) PT_SHIM_SPARSE_ALL(dense2csr) PT_SHIM_SPARSE_ALL(csr2dense)
PT_SHIM_SPARSE_ALL(gtsv2) PT_SHIM_SPARSE_ALL(gtsv2_bufferSizeExt) PT_SHIM_SPARSE_ALL(gtsv2StridedBatch)
PT_SHIM_SPARSE_ALL(gpsvInterleavedBatch) PT_SHIM_SPARSE_ALL(csrgeam2) PT_SHIM_SPARSE_ALL(csrgeam2_bufferSizeExt)
PT_SHIM_SPARSE(Xcsrgeam2Nnz)
#undef PT_SHIM_SPARSE
#undef PT_SHIM_SPARSE_ALL

#endif
