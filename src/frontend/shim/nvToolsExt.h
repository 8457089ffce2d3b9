// NVTX: ranges, marks.
#ifndef PTCC_SHIM_NVTOOLSEXT_H
#define PTCC_SHIM_NVTOOLSEXT_H

#include "pt_any_arguments.h"

typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef union { const char *ascii; const wchar_t *unicode; nvtxStringHandle_t registered; } nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    unsigned short version, size; unsigned int category; int colorType; unsigned int color; int payloadType, reserved0;
    union { unsigned long long ullValue; long long llValue; double dValue; unsigned int uiValue; int iValue; float fValue; } payload;
    int messageType; nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum { NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE };
int nvtxRangePushA(const char *text);
int nvtxRangePush(const char *text);
int nvtxRangePushEx(const nvtxEventAttributes_t *attributes);
int nvtxRangePop(void);
void nvtxMarkA(const char *text);
void nvtxMark(const char *text);
nvtxRangeId_t nvtxRangeStartA(const char *text);
nvtxRangeId_t nvtxRangeStart(const char *text);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes);
void nvtxRangeEnd(nvtxRangeId_t id);
PT_SHIM_ANY(nvtxDomainHandle_t, nvtxDomainCreateA)
PT_SHIM_ANY(void, nvtxDomainDestroy)
PT_SHIM_ANY(int, nvtxDomainRangePushEx)
PT_SHIM_ANY(int, nvtxDomainRangePop)
PT_SHIM_ANY(void, nvtxNameOsThreadA)
PT_SHIM_ANY(void, nvtxNameCudaStreamA)

#endif
