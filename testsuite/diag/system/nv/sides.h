// As CUDA's core libraries name the side that a text is for.
#pragma once
#ifdef __CUDA_ARCH__
#define _CCCL_DEVICE_COMPILATION() 1
#else
#define _CCCL_DEVICE_COMPILATION() 0
#endif
