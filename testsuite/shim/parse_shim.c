// Do the shim headers hold what they promise, with the libclang that this is built against?
//
// In:  the shim folder, clang's resource folder, the shim's files (relative), then `--` and probe sources.
// Out: TAP. Each header parsed alone, and each probe, has no error in host and in device mode; a probe's `expect` lines
// hold in its host AST: `// expect: NAME ANNOTATION` (a function, method, parameter or variable called NAME has it),
// `// expect launches: N`, `// expect kernels: N`. The headers are served as ptcc serves them, as unsaved files.
#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VIRTUAL_FOLDER "/ptcc-virtual/"
#define MAIN_FILE "/ptcc-probe/main.cu"
#define LEADING_BYTES_MAX 120

static int test_count, failure_count;

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)size + 1);
    *length = fread(bytes, 1, (size_t)size, file);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}

static char *join(const char *a, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = malloc(size);
    snprintf(text, size, "%s%s%s", a, b, c);
    return text;
}

static void report(bool good, const char *what, const char *mode)
{
    printf("%s %d - %s, %s\n", good ? "ok" : "not ok", ++test_count, what, mode);
    fflush(stdout);
    failure_count += !good;
}

typedef struct setup {
    const char *resource_folder;
    struct CXUnsavedFile *files; // the last one is the probe
    unsigned file_count;
} setup;

static CXTranslationUnit parse(CXIndex index, const setup *s, const char *text, size_t length, const char *mode)
{
    const char *arguments[] = {
        "-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent", mode, "-std=c++17", "-fgpu-defer-diag",
        "-fgpu-rdc", "-ferror-limit=0", "-resource-dir", s->resource_folder, "-isystem", VIRTUAL_FOLDER, "-include",
        VIRTUAL_FOLDER "cuda_runtime.h"
    };
    s->files[s->file_count - 1] = (struct CXUnsavedFile){MAIN_FILE, text, length};
    CXTranslationUnit unit = NULL;
    unsigned flags = CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing;
    if (clang_parseTranslationUnit2(index, MAIN_FILE, arguments, sizeof arguments / sizeof *arguments, s->files,
                                    s->file_count, flags, &unit) != CXError_Success)
        return NULL;
    return unit;
}

static bool is_free_of_errors(CXTranslationUnit unit)
{
    bool good = true;
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            CXString text = clang_formatDiagnostic(d, clang_defaultDiagnosticDisplayOptions());
            printf("# %s\n", clang_getCString(text));
            clang_disposeString(text);
            good = false;
        }
        clang_disposeDiagnostic(d);
    }
    return good;
}

typedef struct search {
    const char *name, *annotation; // NULL: only count
    bool found;
    int kernels, launches;
} search;

static enum CXChildVisitResult on_annotation(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    search *s = data;
    if (clang_getCursorKind(c) == CXCursor_AnnotateAttr) {
        CXString text = clang_getCursorSpelling(c);
        s->found |= strcmp(clang_getCString(text), s->annotation) == 0;
        clang_disposeString(text);
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult on_second_child(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    int *place = data;
    if (++*place < 2)
        return CXChildVisit_Continue;
    if (clang_getCursorKind(c) == CXCursor_CallExpr) {
        CXString text = clang_getCursorSpelling(c);
        const char *name = clang_getCString(text);
        if (!strcmp(name, "cudaConfigureCall") || !strcmp(name, "__cudaPushCallConfiguration"))
            *place = 100;
        clang_disposeString(text);
    }
    return CXChildVisit_Break;
}

// clang_Location_isFromMainFile is false for what comes out of a macro, and __global__ is one.
static bool is_in_probe(CXCursor c)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(c), &file, NULL, NULL, NULL);
    if (!file)
        return false;
    CXString name = clang_getFileName(file);
    bool same = strcmp(clang_getCString(name), MAIN_FILE) == 0;
    clang_disposeString(name);
    return same;
}

static enum CXChildVisitResult on_cursor(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool in_probe = is_in_probe(c);
    if (s->name) {
        CXString text = clang_getCursorSpelling(c);
        if (clang_isDeclaration(kind) && !strcmp(clang_getCString(text), s->name))
            clang_visitChildren(c, on_annotation, s);
        clang_disposeString(text);
    }
    if (kind == CXCursor_CUDAGlobalAttr && in_probe)
        s->kernels++;
    if (kind == CXCursor_CallExpr && in_probe) {
        int place = 0;
        clang_visitChildren(c, on_second_child, &place);
        s->launches += place == 100;
    }
    return CXChildVisit_Recurse;
}

static void check_expectations(CXTranslationUnit unit, const char *text, const char *what)
{
    for (const char *line = strstr(text, "// expect"); line; line = strstr(line + 1, "// expect")) {
        char name[100], annotation[100], label[400];
        int wanted;
        search s = {0};
        if (sscanf(line, "// expect launches: %d", &wanted) == 1 || sscanf(line, "// expect kernels: %d", &wanted) == 1) {
            clang_visitChildren(clang_getTranslationUnitCursor(unit), on_cursor, &s);
            bool launches = strncmp(line, "// expect launches", 18) == 0;
            int got = launches ? s.launches : s.kernels;
            snprintf(label, sizeof label, "%s: %d %s, %d in the AST", what, wanted, launches ? "launches" : "kernels", got);
            report(got == wanted, label, "host");
        } else if (sscanf(line, "// expect: %99s %99[^\n]", name, annotation) == 2) {
            s = (search){.name = name, .annotation = annotation};
            clang_visitChildren(clang_getTranslationUnitCursor(unit), on_cursor, &s);
            snprintf(label, sizeof label, "%s: %s has %s", what, name, annotation);
            report(s.found, label, "host");
        } else {
            report(false, "an `expect` line that cannot be read", what);
        }
    }
}

static void check_source(CXIndex index, const setup *s, const char *text, size_t length, const char *what)
{
    static const char *const modes[] = {"--cuda-host-only", "--cuda-device-only"};
    for (int i = 0; i < 2; i++) {
        CXTranslationUnit unit = parse(index, s, text, length, modes[i]);
        report(unit && is_free_of_errors(unit), what, i ? "device" : "host");
        if (unit && i == 0)
            check_expectations(unit, text, what);
        if (unit)
            clang_disposeTranslationUnit(unit);
    }
}

int main(int count, char **words)
{
    if (count < 4) {
        fprintf(stderr, "usage: parse_shim SHIM_FOLDER RESOURCE_FOLDER HEADER... [-- PROBE...]\n");
        return 2;
    }
    int header_end = 3;
    while (header_end < count && strcmp(words[header_end], "--"))
        header_end++;
    setup s = {.resource_folder = words[2], .file_count = (unsigned)(header_end - 3) + 1};
    s.files = calloc(s.file_count, sizeof *s.files);
    for (int i = 3; i < header_end; i++) {
        size_t length;
        char *path = join(words[1], "/", words[i]);
        char *bytes = read_whole(path, &length);
        free(path);
        s.files[i - 3] = (struct CXUnsavedFile){join(VIRTUAL_FOLDER, words[i], ""), bytes, length};
    }
    CXIndex index = clang_createIndex(0, 0);
    // A header that only leads to another one is parsed together with the rest of its kind.
    char *leading = join("", "", "");
    for (int i = 3; i < header_end; i++) {
        if (!strcmp(words[i], "prelude_toolkit.h")) // cannot stand without a toolkit
            continue;
        char *text = join("#include <", words[i], ">\n");
        if (s.files[i - 3].Length < LEADING_BYTES_MAX) {
            char *longer = join(leading, text, "");
            free(leading);
            leading = longer;
        } else {
            check_source(index, &s, text, strlen(text), words[i]);
        }
        free(text);
    }
    check_source(index, &s, leading, strlen(leading), "all headers that only lead to others");
    free(leading);
    for (int i = header_end + 1; i < count; i++) {
        size_t length;
        char *text = read_whole(words[i], &length);
        const char *slash = strrchr(words[i], '/');
        check_source(index, &s, text, length, slash ? slash + 1 : words[i]);
        free(text);
    }
    printf("1..%d\n", test_count);
    clang_disposeIndex(index);
    for (unsigned i = 0; i + 1 < s.file_count; i++) {
        free((char *)s.files[i].Filename);
        free((char *)s.files[i].Contents);
    }
    free(s.files);
    return failure_count != 0;
}
