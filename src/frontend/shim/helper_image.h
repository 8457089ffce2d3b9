// See helper_cuda.h.
#ifndef PTCC_SHIM_HELPER_IMAGE_H
#define PTCC_SHIM_HELPER_IMAGE_H

#include "pt_any_arguments.h"

#define MIN_EPSILON_ERROR 1e-3f
#define PT_SHIM_SDK(name) PT_SHIM_ANY(bool, name)
PT_SHIM_SDK(sdkLoadPGM) PT_SHIM_SDK(sdkSavePGM) PT_SHIM_SDK(sdkLoadPPM4) PT_SHIM_SDK(sdkLoadPPM4ub) PT_SHIM_SDK(sdkSavePPM4ub)
PT_SHIM_SDK(sdkSavePPMub) PT_SHIM_SDK(sdkLoadPPMub) PT_SHIM_SDK(sdkComparePPM) PT_SHIM_SDK(sdkComparePGM) PT_SHIM_SDK(sdkCompareBin2BinFloat)
PT_SHIM_SDK(sdkCompareBin2BinUint) PT_SHIM_SDK(sdkCompareL2fe) PT_SHIM_SDK(compareData) PT_SHIM_SDK(compareDataAsFloatThreshold)
PT_SHIM_SDK(sdkReadFile) PT_SHIM_SDK(sdkWriteFile) PT_SHIM_SDK(__loadPPM) PT_SHIM_SDK(__savePPM) PT_SHIM_ANY(void, sdkDumpBin)
template <class T> bool sdkLoadPGM(const char *file, T **data, unsigned int *width, unsigned int *height);
template <class T> bool sdkSavePGM(const char *file, T *data, unsigned int width, unsigned int height);
#undef PT_SHIM_SDK

#endif
