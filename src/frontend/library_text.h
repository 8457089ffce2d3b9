// What other libraries say to a device, by their text: neither CUDA's, nor the system's, nor the project's.
//
// In:  the files that a parse read, and the plan's files. Out: whether a parse for a device may show other text, or give what the project
//      names another meaning.
// Invariant: by words, and no more than that: a library that speaks of devices may do so anywhere.
#ifndef PTCC_FRONTEND_LIBRARY_TEXT_H
#define PTCC_FRONTEND_LIBRARY_TEXT_H

#include "frontend/plan.h"

// What CUDA and its core libraries call the side that a text is for, and its device: how these names begin.
extern const char *const library_text_device_words[];
enum { library_text_device_word_count = 13 };

// Does one of them ask which side its text is for?
bool library_text_speaks_of_device(const plan *p);

// Does the project's text, but for its host functions, hold the name of a macro, a namespace or a type of theirs? (A function that it calls is
// known without: views.c.)
bool library_text_is_named(const plan *p);

#endif
