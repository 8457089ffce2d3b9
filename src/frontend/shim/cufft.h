// cuFFT: types, constants, the functions' names.
#ifndef PTCC_SHIM_CUFFT_H
#define PTCC_SHIM_CUFFT_H

#include "pt_any_arguments.h"
#include "cuComplex.h"

#define _CUFFT_H_
#define CUFFT_VERSION 12000

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum cufftResult_t {
    CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR,
    CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST,
    CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR,
    CUFFT_NOT_SUPPORTED, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE
} cufftResult;
typedef enum cufftType_t {
    CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
} cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

// cufftXt.h
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE } cufftXtCopyType;
typedef struct cudaXtDesc_t {
    int version, nGPUs, GPUs[64]; void *data[64]; size_t size[64]; void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t { int version; cudaXtDesc *descriptor; int library, subFormat; void *libDescriptor; } cudaLibXtDesc;
typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
    CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE
} cufftXtCallbackType;
typedef cufftComplex (*cufftCallbackLoadC)(void *data, size_t offset, void *caller, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *data, size_t offset, void *caller, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *data, size_t offset, void *caller, void *shared);
typedef void (*cufftCallbackStoreC)(void *data, size_t offset, cufftComplex element, void *caller, void *shared);
typedef void (*cufftCallbackStoreR)(void *data, size_t offset, cufftReal element, void *caller, void *shared);
typedef cufftComplex (*cufftJITCallbackLoadC)(void *data, unsigned long long offset, void *caller, void *shared);

#define PT_SHIM_FFT(name) PT_SHIM_ANY(cufftResult, cufft##name)
PT_SHIM_FFT(Plan1d) PT_SHIM_FFT(Plan2d) PT_SHIM_FFT(Plan3d) PT_SHIM_FFT(PlanMany) PT_SHIM_FFT(MakePlan1d) PT_SHIM_FFT(MakePlan2d)
PT_SHIM_FFT(MakePlan3d) PT_SHIM_FFT(MakePlanMany) PT_SHIM_FFT(MakePlanMany64) PT_SHIM_FFT(GetSize) PT_SHIM_FFT(SetWorkArea)
PT_SHIM_FFT(SetAutoAllocation) PT_SHIM_FFT(EstimateMany) PT_SHIM_FFT(Create) PT_SHIM_FFT(Destroy) PT_SHIM_FFT(SetStream)
PT_SHIM_FFT(GetVersion) PT_SHIM_FFT(ExecC2C) PT_SHIM_FFT(ExecR2C) PT_SHIM_FFT(ExecC2R) PT_SHIM_FFT(ExecZ2Z) PT_SHIM_FFT(ExecD2Z)
PT_SHIM_FFT(ExecZ2D) PT_SHIM_FFT(XtSetGPUs) PT_SHIM_FFT(XtMalloc) PT_SHIM_FFT(XtFree) PT_SHIM_FFT(XtMemcpy)
PT_SHIM_FFT(XtExecDescriptorC2C) PT_SHIM_FFT(XtExecDescriptorR2C) PT_SHIM_FFT(XtExecDescriptorC2R) PT_SHIM_FFT(XtExecDescriptor)
PT_SHIM_FFT(XtExec) PT_SHIM_FFT(XtMakePlanMany) PT_SHIM_FFT(XtSetCallback) PT_SHIM_FFT(XtSetJITCallback) PT_SHIM_FFT(XtSetWorkArea)
#undef PT_SHIM_FFT

#endif
