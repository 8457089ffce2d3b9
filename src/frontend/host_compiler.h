// A program as nvcc reads it with its host compiler, where libclang says of itself what gcc does not.
//
// In:  the project's files. Out: those that ask which compiler it is, with other names for that of the same length; and launches whose
//      brackets are apart, `k << <1, 32 >> >(a)`, which libclang does not read, with blanks behind them and not within.
// Invariant: offsets are those of the file; its own text is what is rewritten. Headers of the system stay as they are: they need
//            clang's answers.
#ifndef PTCC_FRONTEND_HOST_COMPILER_H
#define PTCC_FRONTEND_HOST_COMPILER_H

#include "frontend/ast.h"
#include "frontend/lex.h"

// The file with those names, `out`; false when it asks for nothing that differs. `is_clang`: the host compiler is clang, too, which is then no
// compiler for CUDA.
bool host_compiler_rename(arena *a, const source *s, const token_list *tokens, bool is_clang, ast_virtual_file *out);

// False when it surely asks for nothing, which takes no tokens to see.
bool host_compiler_may_differ(const source *s);

// What -ccbin clang++ becomes.
extern const char host_compiler_is_clang[];

// -D flags for these names, ended by NULL. gcc's version is that of the compiler that ptcc was built by.
const char *const *host_compiler_flags(void);

#endif
