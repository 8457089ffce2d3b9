// NVRTC.
#ifndef PTCC_SHIM_NVRTC_H
#define PTCC_SHIM_NVRTC_H

#include "pt_any_arguments.h"

typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum {
    NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT,
    NVRTC_ERROR_INVALID_PROGRAM, NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
} nvrtcResult;
const char *nvrtcGetErrorString(nvrtcResult result);
#define PT_SHIM_RTC(name) PT_SHIM_ANY(nvrtcResult, nvrtc##name)
PT_SHIM_RTC(Version) PT_SHIM_RTC(CreateProgram) PT_SHIM_RTC(DestroyProgram) PT_SHIM_RTC(CompileProgram) PT_SHIM_RTC(GetPTXSize)
PT_SHIM_RTC(GetPTX) PT_SHIM_RTC(GetCUBINSize) PT_SHIM_RTC(GetCUBIN) PT_SHIM_RTC(GetProgramLogSize) PT_SHIM_RTC(GetProgramLog)
PT_SHIM_RTC(AddNameExpression) PT_SHIM_RTC(GetLoweredName)
#undef PT_SHIM_RTC

#endif
