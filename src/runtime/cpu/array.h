// What a texture or a surface object stands for, and the arrays that most of them stand for.
//
// In:  -. Out: structures. Invariant: an image has at least one row and one slice, and its memory has all of them.
#ifndef PT_CPU_ARRAY_H
#define PT_CPU_ARRAY_H

#include "api.h"

typedef struct pt_api_image {
    char *bytes;
    size_t row_bytes, slice_bytes;
    size_t width, height, depth; // in elements; slices are layers, too
    unsigned element_bytes, channels;
    struct cudaChannelFormatDesc format;
} pt_api_image_t;

struct cudaArray {
    struct cudaArray *next;
    pt_api_image_t image;
    struct cudaExtent extent; // as it was asked for
    unsigned flags;
};

// What an element is made of; false when CUDA has no such format.
bool pt_api_format(const struct cudaChannelFormatDesc *format, unsigned *element_bytes, unsigned *channels);

#endif
