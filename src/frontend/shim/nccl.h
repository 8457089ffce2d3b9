// NCCL: types, constants, calls.
#ifndef PTCC_SHIM_NCCL_H
#define PTCC_SHIM_NCCL_H

#include "pt_any_arguments.h"

#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_VERSION_CODE 22700
#define NCCL_UNIQUE_ID_BYTES 128

typedef struct ncclComm *ncclComm_t;
typedef struct { char internal[NCCL_UNIQUE_ID_BYTES]; } ncclUniqueId;
typedef enum {
    ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument, ncclInvalidUsage,
    ncclRemoteError, ncclInProgress, ncclNumResults
} ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg } ncclRedOp_t;
typedef enum {
    ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5,
    ncclFloat16 = 6, ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9
} ncclDataType_t;
typedef struct { size_t size; unsigned int magic, version; int blocking, cgaClusterSize, minCTAs, maxCTAs; const char *netName; int splitShare; } ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER {}
const char *ncclGetErrorString(ncclResult_t result);
const char *ncclGetLastError(ncclComm_t comm);
#define PT_SHIM_NCCL(name) PT_SHIM_ANY(ncclResult_t, nccl##name)
PT_SHIM_NCCL(GetVersion) PT_SHIM_NCCL(GetUniqueId) PT_SHIM_NCCL(CommInitRank) PT_SHIM_NCCL(CommInitRankConfig) PT_SHIM_NCCL(CommInitAll)
PT_SHIM_NCCL(CommFinalize) PT_SHIM_NCCL(CommDestroy) PT_SHIM_NCCL(CommAbort) PT_SHIM_NCCL(CommSplit) PT_SHIM_NCCL(CommGetAsyncError)
PT_SHIM_NCCL(CommCount) PT_SHIM_NCCL(CommCuDevice) PT_SHIM_NCCL(CommUserRank) PT_SHIM_NCCL(CommRegister) PT_SHIM_NCCL(Reduce)
PT_SHIM_NCCL(Bcast) PT_SHIM_NCCL(Broadcast) PT_SHIM_NCCL(AllReduce) PT_SHIM_NCCL(ReduceScatter) PT_SHIM_NCCL(AllGather)
PT_SHIM_NCCL(Send) PT_SHIM_NCCL(Recv) PT_SHIM_NCCL(GroupStart) PT_SHIM_NCCL(GroupEnd) PT_SHIM_NCCL(MemAlloc) PT_SHIM_NCCL(MemFree)
#undef PT_SHIM_NCCL

#endif
