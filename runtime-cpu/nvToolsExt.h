// NVTX (NVIDIA Tools Extension, C API version 3): ranges and marks for a profiler that is not there.
//
// In:  names, attributes. Out: what NVTX gives without a tool: no level, no number, no object.
// Invariant: does nothing; for C and C++.
#ifndef PT_CPU_NVTOOLSEXT_H
#define PT_CPU_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_INLINE_STATIC static inline
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;

typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3,
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6,
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

// Each function is one line: what it takes, and what it gives.
#define PT_CPU_NVTX(result, name, parameters, value) \
    static inline result name parameters { return value; }
#define PT_CPU_NVTX_USED1(a) ((void)(a))
#define PT_CPU_NVTX_USED2(a, b) ((void)(a), (void)(b))
#define PT_CPU_NVTX_USED3(a, b, c) ((void)(a), (void)(b), (void)(c))

PT_CPU_NVTX(void, nvtxInitialize, (const void *p), PT_CPU_NVTX_USED1(p))

PT_CPU_NVTX(void, nvtxMarkEx, (const nvtxEventAttributes_t *a), PT_CPU_NVTX_USED1(a))
PT_CPU_NVTX(void, nvtxMarkA, (const char *text), PT_CPU_NVTX_USED1(text))
PT_CPU_NVTX(void, nvtxMarkW, (const wchar_t *text), PT_CPU_NVTX_USED1(text))
PT_CPU_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *a), (PT_CPU_NVTX_USED1(a), 0u))
PT_CPU_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *text), (PT_CPU_NVTX_USED1(text), 0u))
PT_CPU_NVTX(nvtxRangeId_t, nvtxRangeStartW, (const wchar_t *text), (PT_CPU_NVTX_USED1(text), 0u))
PT_CPU_NVTX(void, nvtxRangeEnd, (nvtxRangeId_t id), PT_CPU_NVTX_USED1(id))
PT_CPU_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *a), (PT_CPU_NVTX_USED1(a), NVTX_NO_PUSH_POP_TRACKING))
PT_CPU_NVTX(int, nvtxRangePushA, (const char *text), (PT_CPU_NVTX_USED1(text), NVTX_NO_PUSH_POP_TRACKING))
PT_CPU_NVTX(int, nvtxRangePushW, (const wchar_t *text), (PT_CPU_NVTX_USED1(text), NVTX_NO_PUSH_POP_TRACKING))
PT_CPU_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)

PT_CPU_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (const char *name), (PT_CPU_NVTX_USED1(name), (nvtxDomainHandle_t)0))
PT_CPU_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (const wchar_t *name),
            (PT_CPU_NVTX_USED1(name), (nvtxDomainHandle_t)0))
PT_CPU_NVTX(void, nvtxDomainDestroy, (nvtxDomainHandle_t d), PT_CPU_NVTX_USED1(d))
PT_CPU_NVTX(void, nvtxDomainMarkEx, (nvtxDomainHandle_t d, const nvtxEventAttributes_t *a), PT_CPU_NVTX_USED2(d, a))
PT_CPU_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx, (nvtxDomainHandle_t d, const nvtxEventAttributes_t *a),
            (PT_CPU_NVTX_USED2(d, a), 0u))
PT_CPU_NVTX(void, nvtxDomainRangeEnd, (nvtxDomainHandle_t d, nvtxRangeId_t id), PT_CPU_NVTX_USED2(d, id))
PT_CPU_NVTX(int, nvtxDomainRangePushEx, (nvtxDomainHandle_t d, const nvtxEventAttributes_t *a),
            (PT_CPU_NVTX_USED2(d, a), NVTX_NO_PUSH_POP_TRACKING))
PT_CPU_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t d), (PT_CPU_NVTX_USED1(d), NVTX_NO_PUSH_POP_TRACKING))
PT_CPU_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA, (nvtxDomainHandle_t d, const char *text),
            (PT_CPU_NVTX_USED2(d, text), (nvtxStringHandle_t)0))
PT_CPU_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW, (nvtxDomainHandle_t d, const wchar_t *text),
            (PT_CPU_NVTX_USED2(d, text), (nvtxStringHandle_t)0))
PT_CPU_NVTX(void, nvtxDomainNameCategoryA, (nvtxDomainHandle_t d, uint32_t category, const char *name),
            PT_CPU_NVTX_USED3(d, category, name))
PT_CPU_NVTX(void, nvtxDomainNameCategoryW, (nvtxDomainHandle_t d, uint32_t category, const wchar_t *name),
            PT_CPU_NVTX_USED3(d, category, name))

PT_CPU_NVTX(void, nvtxNameCategoryA, (uint32_t category, const char *name), PT_CPU_NVTX_USED2(category, name))
PT_CPU_NVTX(void, nvtxNameCategoryW, (uint32_t category, const wchar_t *name), PT_CPU_NVTX_USED2(category, name))
PT_CPU_NVTX(void, nvtxNameOsThreadA, (uint32_t thread, const char *name), PT_CPU_NVTX_USED2(thread, name))
PT_CPU_NVTX(void, nvtxNameOsThreadW, (uint32_t thread, const wchar_t *name), PT_CPU_NVTX_USED2(thread, name))

#if defined(UNICODE)
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#endif

#endif
