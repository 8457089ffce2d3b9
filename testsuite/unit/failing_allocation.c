// Every allocation of a run fails once: the run must end with status 2 and one line, never with a signal.
//
// Linked with --wrap=calloc, the only way by which the arena gets memory. The work is done in a child process for each
// allocation in turn until none is left to fail. Prints TAP.
#include "frontend/options.h"
#include "frontend/pragma.h"
#include "transform/edit.h"
#include "transform/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void *__real_calloc(size_t count, size_t size_bytes);
void *__wrap_calloc(size_t count, size_t size_bytes);

static long allocations_left = -1; // negative: none fails

void *__wrap_calloc(size_t count, size_t size_bytes)
{
    if (allocations_left == 0)
        return NULL;
    if (allocations_left > 0)
        allocations_left--;
    return __real_calloc(count, size_bytes);
}

// A bit of everything that allocates: options, a source, tokens, directives, diagnostics, edits, text.
static int work(void)
{
    arena *a = arena_new();
    diagnostics *d = diagnostics_new(a);
    const char *arguments[] = {"ptcc", "f.cu", "-Ia", "-DX=1", "--chekc", "-o", "g.cu", "-MD"};
    options o;
    options_parse(a, 8, arguments, d, &o);
    text big = text_new(a);
    for (int i = 0; i < 2000; i++)
        text_format(&big, "#pragma pt kernel schedule(dinamic, %d)\n__global__ void k%d(int n) { }\n", i, i);
    source *file = source_from_memory(a, "f.cu", big.bytes, big.length);
    token_list tokens = lex_source(a, file);
    directive_list directives = pragma_parse(a, file, &tokens, d);
    edit_list *edits = edit_list_new(a, file);
    for (size_t i = 0; i < directives.count; i++)
        edit_insert(edits, i, "x");
    text out = text_new(a);
    edit_apply(edits, 0, file->length, &out);
    FILE *nowhere = fopen("/dev/null", "w");
    for (int format = DIAGNOSTICS_TEXT; format <= DIAGNOSTICS_SARIF; format++)
        diagnostics_print(d, (diagnostics_format)format, true, nowhere);
    fclose(nowhere);
    depfile_text(a, arguments, 8, arguments, 8, true);
    arena_free(a);
    return 0;
}

int main(void)
{
    // Under AddressSanitizer the arena asks for each piece singly: of those thousands a sample is taken.
    enum { MOST = 10000000, EACH_UNTIL = 200 };
    int wrong = 0, number = 0, status = 0;
    for (; number < MOST; number += number < EACH_UNTIL ? 1 : number / 4) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            if (!freopen("/dev/null", "w", stderr))
                _exit(3);
            allocations_left = number;
            _exit(work());
        }
        if (waitpid(child, &status, 0) != child)
            return 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break; // nothing was left to fail
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 2) {
            printf("# allocation %d: status 0x%x\n", number, (unsigned)status);
            wrong++;
        }
    }
    // A run of this size that needs hardly any block says that the wrapper is not in place.
    if (number < 20 || number >= MOST)
        wrong++;
    printf("1..1\n%s 1 - of %d allocations (the first %d each, then a sample) one fails, always with exit status 2\n", wrong ? "not ok" : "ok", number, EACH_UNTIL);
    return wrong != 0;
}
