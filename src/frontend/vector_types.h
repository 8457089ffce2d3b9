// CUDA's built-in vector types, by name: char1 ... double4.
//
// Source: CUDA C++ Programming Guide, "Built-in Vector Types".
#ifndef PTCC_FRONTEND_VECTOR_TYPES_H
#define PTCC_FRONTEND_VECTOR_TYPES_H

#include <stdbool.h>
#include <stddef.h>

bool is_vector_type(const char *name, size_t length);

#endif
