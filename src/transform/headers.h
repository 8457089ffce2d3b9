// Project headers in an output: which of them stand in place of their #include, and how their texts keep apart.
//
// In:  a rewriter; with all its edits, for what depends on them. Out: what each #include becomes; lines in front of and behind a header's text.
// Invariant: a header is taken in when it changed or includes one that is, at every place where a parse went into it. Such
// a text never goes unnoticed together with the original, or with one that was rewritten in another way for another output:
// where the include guard would pass it over, it is an error of the compiler.
#ifndef PTCC_TRANSFORM_HEADERS_H
#define PTCC_TRANSFORM_HEADERS_H

#include "transform/rewrite.h"

typedef struct written_include { // an #include as written, live or not; or the __has_include of a condition
    size_t begin, end;           // the directive, without the newline
    size_t path_begin, path_end; // between the quotes; equal when it is not "..."
    int file;                    // the project file it names, or -1
    bool entered;                // the host's parse went into it from here
    bool comes_in;               // so did that, or the device's parse may have
    bool asks;                   // __has_include("..."), __has_include(NAME)
    bool is_next;                // #include_next
    bool by_macro;               // #include NAME, which leads to one file, or __has_include(NAME)
} written_include;

typedef LIST_OF(written_include) include_list;

// To be called once, in front of the passes; and the other one behind them. A header that would have to hold itself is an error.
void headers_begin(rewriter *r);
void headers_find(rewriter *r);

include_list headers_includes(const rewriter *r, int file);
bool headers_is_embedded(const rewriter *r, int file); // of the main file: something in the output changes

// The #include "x" that was found beside its file is found there from the output's folder too, and what #include_next names from an output.
void headers_adjust(const rewriter *r, edit_list *e, int file, const written_include *w);
// The same for a copy of the text from begin to end.
void headers_adjust_copy(const rewriter *r, edit_list *e, int file, size_t begin, size_t end);

// The macro that is defined once the header's text was there; NULL where nothing says that it is one.
const char *headers_name_of_first(const rewriter *r, int file);

// What stands in front of a header's text and, on lines of its own, behind it. `inside` the text of another file, where
// generated lines are named.
void headers_add_begin(const rewriter *r, int file, text *out, bool inside);
void headers_add_end(const rewriter *r, int file, text *out);

#endif
