// Types of numbers, by name: the language's own, and CUDA's classes, which are the vectors char1 ... double4, and half and bfloat16, alone and in pairs. A copy of one is a copy of its
// bytes, and its operators only compute.
//
// Source: CUDA C++ Programming Guide, "Built-in Vector Types"; CUDA Math API, "Half Precision" and "Bfloat16 Precision" structs.
#ifndef PTCC_FRONTEND_NUMBER_CLASS_H
#define PTCC_FRONTEND_NUMBER_CLASS_H

#include <stdbool.h>
#include <stddef.h>

// A word of the language's own that a number's type is made of, or that stands beside it: int, unsigned, const, void, noexcept ...
bool is_number_word(const char *word, size_t length);
bool is_vector_scope(const char *scope); // "float4::", of its constructors and the like
bool is_number_class(const char *name, size_t length);

#endif
