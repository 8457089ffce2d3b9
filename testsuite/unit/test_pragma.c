// Unit tests of the directives' parser: what each clause means, and which word each error points at.
#include "frontend/pragma.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parsed {
    arena *a;
    source *file;
    diagnostics *d;
    directive_list list;
} parsed;

static parsed parse(const char *bytes)
{
    parsed p = { .a = arena_new() };
    p.file = source_from_memory(p.a, "test.cu", bytes, strlen(bytes));
    p.d = diagnostics_new(p.a);
    token_list tokens = lex_source(p.a, p.file);
    p.list = pragma_parse(p.a, p.file, &tokens, p.d);
    return p;
}

// One directive without an error.
static parsed parse_one(int line, const char *bytes)
{
    parsed p = parse(bytes);
    for (size_t i = 0; i < p.d->count; i++)
        cr_expect_fail("line %d: %s: %s", line, p.d->items[i].code, p.d->items[i].message);
    cr_assert_eq(p.list.count, 1, "line %d: one directive", line);
    cr_expect(p.list.items[0].valid, "line %d: valid", line);
    return p;
}

#define ONE(bytes) parse_one(__LINE__, bytes)

// The errors as "code@word>fix", separated by blanks; every word of the message is free to change.
static void check_errors(int line, const char *bytes, const char *expected)
{
    parsed p = parse(bytes);
    text t = text_new(p.a);
    for (size_t i = 0; i < p.d->count; i++) {
        const diagnostic *d = &p.d->items[i];
        cr_expect_eq(d->severity, SEVERITY_ERROR);
        cr_expect_eq(d->at.file, p.file, "line %d", line);
        cr_expect(strncmp(d->code, "pt-", 3) == 0);
        cr_expect_not(strchr(d->message, '\n'));
        cr_expect_neq(d->message[strlen(d->message) - 1], '.', "line %d: %s", line, d->message);
        text_format(&t, "%s%s@", i ? " " : "", d->code + 3);
        text_add_slice(&t, span_text(d->at));
        if (d->fix)
            text_format(&t, ">%s", d->fix);
    }
    cr_expect_str_eq(t.bytes, expected, "line %d: %s", line, t.bytes);
    bool all_valid = true;
    for (size_t i = 0; i < p.list.count; i++)
        all_valid &= p.list.items[i].valid;
    cr_expect_eq(all_valid, p.d->count == 0, "line %d: valid says whether there was an error", line);
    arena_free(p.a);
}

#define ERRORS(bytes, expected) check_errors(__LINE__, bytes, expected)
#define KERNEL "#pragma pt kernel "
#define LAUNCH "#pragma pt launch "

static void expect_slice(slice s, const char *expected)
{
    cr_expect(slice_is(s, expected), "'%.*s' is not '%s'", (int)s.length, s.bytes, expected);
}

Test(pragma, defaults)
{
    parsed p = ONE("int x;\n  #pragma pt kernel\n__global__ void k();");
    const directive *d = &p.list.items[0];
    cr_expect_eq(d->kind, DIRECTIVE_KERNEL);
    cr_expect_eq(d->schedule, SCHEDULE_AUTO);
    cr_expect_eq(d->groups, GROUPS_MAX);
    cr_expect_eq(d->order, ORDER_LINEAR);
    cr_expect_eq(d->mode, LAUNCH_DEFAULT);
    cr_expect_not(d->from_operator);
    cr_expect(!d->schedule_at.file && !d->order_at.file && !d->items_at.file && !d->mode_at.file);
    cr_expect_eq(d->chunk.text.length, 0);
    expect_slice(span_text(d->at), "#pragma pt kernel");
    expect_slice(span_text(d->name), "kernel");
    arena_free(p.a);
}

Test(pragma, every_clause)
{
    parsed p = ONE(KERNEL "schedule(dynamic, 4) groups(2 per sm), order(tile(8, 16)) items(f(n, m)[2] + 1)");
    const directive *d = &p.list.items[0];
    cr_expect_eq(d->schedule, SCHEDULE_DYNAMIC);
    cr_expect(d->chunk.is_literal);
    cr_expect_eq(d->chunk.value, 4);
    expect_slice(d->chunk.text, "4");
    expect_slice(span_text(d->chunk.at), "4");
    expect_slice(span_text(d->schedule_at), "schedule(dynamic, 4)");
    cr_expect_eq(d->groups, GROUPS_PER_SM);
    cr_expect_eq(d->groups_count.value, 2);
    cr_expect_eq(d->order, ORDER_TILE);
    cr_expect_eq(d->tile_width.value, 8);
    cr_expect_eq(d->tile_height.value, 16);
    expect_slice(span_text(d->order_at), "order(tile(8, 16))");
    cr_expect_not(d->items.is_literal);
    expect_slice(d->items.text, "f(n, m)[2] + 1");
    expect_slice(span_text(d->items_at), "items(f(n, m)[2] + 1)");
    arena_free(p.a);
}

Test(pragma, schedules)
{
    static const char *const names[] = { "auto", "static", "dynamic", "guided", "steal", "hardware" };
    for (int i = 0; i < 6; i++) {
        char line[80];
        snprintf(line, sizeof line, KERNEL "schedule ( %s )", names[i]);
        parsed p = ONE(line);
        cr_expect_eq(p.list.items[0].schedule, (schedule_kind)i);
        cr_expect_str_eq(schedule_name((schedule_kind)i), names[i]);
        arena_free(p.a);
    }
}

Test(pragma, directive_names)
{
    static const char *const names[] = { "kernel", "barrier", "state", "finish", "foreach", "loop", "fuse", "launch" };
    for (int i = 0; i < 8; i++) {
        char line[80];
        snprintf(line, sizeof line, "#pragma pt %s %s", names[i], i == DIRECTIVE_FOREACH ? "(T v : q)" : "");
        parsed p = ONE(line);
        cr_expect_eq(p.list.items[0].kind, (directive_kind)i);
        cr_expect_str_eq(directive_name((directive_kind)i), names[i]);
        arena_free(p.a);
    }
}

Test(pragma, chunk_literals)
{
    static const struct {
        const char *text;
        unsigned long long value;
    } rows[] = {
        { "1", 1 },
        { "0x1F", 31 },
        { "0X1fu", 31 },
        { "017", 15 },
        { "0b101", 5 },
        { "0B1'0", 2 },
        { "1'000'000ull", 1000000 },
        { "64LLU", 64 },
        { "8uz", 8 },
        { "2147483647", 2147483647 },
        { "0x7fff'ffff", 2147483647 },
        { "(4)", 4 },
        { "+4", 4 },
        { "-(-4)", 4 },
        { "1\\\n2", 12 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[80];
        snprintf(line, sizeof line, KERNEL "schedule(static, %s)", rows[i].text);
        parsed p = ONE(line);
        cr_expect(p.list.items[0].chunk.is_literal, "%s", rows[i].text);
        cr_expect_eq(p.list.items[0].chunk.value, rows[i].value, "%s", rows[i].text);
        arena_free(p.a);
    }
}

Test(pragma, chunk_expressions_are_kept_as_text)
{
    static const char *const rows[] = { "CHUNK",     "2 * n", "f<3>(n)", "a[i, j]",
                                        "sizeof(T)", "n::m",  "-n",      "[]{ return 1 }()" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[80];
        snprintf(line, sizeof line, KERNEL "schedule(guided, %s)", rows[i]);
        parsed p = ONE(line);
        cr_expect_not(p.list.items[0].chunk.is_literal);
        expect_slice(p.list.items[0].chunk.text, rows[i]);
        arena_free(p.a);
    }
}

Test(pragma, expression_text_is_one_line_without_comments)
{
    parsed p = ONE(KERNEL "items( n /* rows */ * \\\r\n   m\\\nm / 2 ) // last");
    expect_slice(p.list.items[0].items.text, "n * mm / 2");
    arena_free(p.a);
}

Test(pragma, groups)
{
    parsed p = ONE(KERNEL "groups(max)");
    cr_expect_eq(p.list.items[0].groups, GROUPS_MAX);
    arena_free(p.a);
    p = ONE(KERNEL "groups(264)");
    cr_expect_eq(p.list.items[0].groups, GROUPS_N);
    cr_expect_eq(p.list.items[0].groups_count.value, 264);
    arena_free(p.a);
    p = ONE(KERNEL "groups(max(a, b) * N per sm)");
    cr_expect_eq(p.list.items[0].groups, GROUPS_PER_SM);
    expect_slice(p.list.items[0].groups_count.text, "max(a, b) * N");
    arena_free(p.a);
}

Test(pragma, orders)
{
    static const char *const names[] = { "linear", "column", "tile(W, H / 2)", "morton", "reverse", "longest",
                                         "a::b",   "::f",    "linear2" };
    for (int i = 0; i < 9; i++) {
        char line[80];
        snprintf(line, sizeof line, KERNEL "order(%s)", names[i]);
        parsed p = ONE(line);
        cr_expect_eq(p.list.items[0].order, (order_kind)(i < 6 ? i : ORDER_FUNCTION), "%s", names[i]);
        if (i >= ORDER_FUNCTION)
            expect_slice(p.list.items[0].order_function, names[i]);
        if (i == ORDER_TILE)
            expect_slice(p.list.items[0].tile_height.text, "H / 2");
        arena_free(p.a);
    }
}

Test(pragma, launch_modes)
{
    parsed p = ONE(LAUNCH "mode(max)");
    cr_expect_eq(p.list.items[0].kind, DIRECTIVE_LAUNCH);
    cr_expect_eq(p.list.items[0].mode, LAUNCH_MAX);
    arena_free(p.a);
    p = ONE(LAUNCH "mode(nonpt)");
    cr_expect_eq(p.list.items[0].mode, LAUNCH_NONPT);
    arena_free(p.a);
    p = ONE(LAUNCH "mode(groups(4 * n))");
    cr_expect_eq(p.list.items[0].mode, LAUNCH_GROUPS);
    expect_slice(p.list.items[0].mode_groups.text, "4 * n");
    arena_free(p.a);
    p = ONE(LAUNCH);
    cr_expect_eq(p.list.items[0].mode, LAUNCH_DEFAULT);
    arena_free(p.a);
}

Test(pragma, spellings_of_the_line)
{
    static const char *const rows[] = {
        "#pragma pt kernel schedule(static)",
        "  #  pragma\tpt  kernel   schedule  (  static  )  ",
        "%:pragma pt kernel schedule(static)",
        "#pragma pt kernel \\\n schedule(static)\n",
        "#pragma pt kernel \\\r\n schedule(static)\r\n",
        "#pragma pt ker\\\nnel sched\\\r\nule(static)",
        "#pragma /* a */ pt /* b\n */ kernel schedule(static) // c",
        "#pragma pt kernel, schedule(static)",
        "\xef\xbb\xbf#pragma pt kernel schedule(static)",
        "/* x */ #pragma pt kernel schedule(static)",
        "_Pragma(\"pt kernel schedule(static)\")",
        "x = _Pragma ( L\"pt kernel schedule(static)\" ) y",
        "_Pragma(\"  pt kernel schedule(static) // c\")",
        "_Pragma(u8R\"x(pt kernel\nschedule(static))x\")",
        "_Pra\\\ngma(\"pt ker\\\nnel schedule(static)\")",
        "_Pragma(\"pt kernel schedule(static)/*\\\"\\\\*/\")",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p = ONE(rows[i]);
        cr_expect_eq(p.list.items[0].kind, DIRECTIVE_KERNEL, "%s", rows[i]);
        cr_expect_eq(p.list.items[0].schedule, SCHEDULE_STATIC, "%s", rows[i]);
        arena_free(p.a);
    }
}

Test(pragma, extent_of_the_directive)
{
    static const char *const rows[][2] = {
        { "a\n#pragma pt kernel\nb", "#pragma pt kernel" },
        { "#pragma pt kernel\r\nb", "#pragma pt kernel" },
        { "#pragma pt kernel  \t\r\nb", "#pragma pt kernel  \t" },
        { "#pragma pt kernel // c\nb", "#pragma pt kernel" },
        { "#pragma pt \\\n kernel\nb", "#pragma pt \\\n kernel" },
        { "#pragma pt kernel \\\n\nb", "#pragma pt kernel \\\n" }, // no lone backslash may stay behind
        { "#pragma pt kernel \\\r\n  \r\nb", "#pragma pt kernel \\\r\n  " },
        { "#pragma pt kernel \\\n// c\nb", "#pragma pt kernel \\\n" },
        { "a _Pragma ( \"pt kernel\" ) b", "_Pragma ( \"pt kernel\" )" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p = ONE(rows[i][0]);
        expect_slice(span_text(p.list.items[0].at), rows[i][1]);
        arena_free(p.a);
    }
}

Test(pragma, what_is_no_directive)
{
    static const char *const rows[] = {
        "#pragma omp parallel",
        "#pragma ptx module",
        "#pragma",
        "#",
        "# define pragma pt kernel",
        "// #pragma pt kernel",
        "/*\n#pragma pt kernel\n*/",
        "R\"(\n#pragma pt kernel\n)\"",
        "// \\\n#pragma pt kernel",
        "\"\\\n#pragma pt kernel\"",
        "x #pragma pt kernel",
        "#define A \\\n#pragma pt kernel",
        "pragma pt kernel",
        "_Pragma(\"omp pt kernel\")",
        "_Pragma(\"\")",
        "_Pragma(\"pt",
        "_Pragma",
        "_Pragma(",
        "_Pragma(x)",
        "\"_Pragma(\\\"pt kernel\\\")\"",
        "my_Pragma(\"pt kernel\")",
        "_Pragma(\"GCC pt\")",
        "#define P _Pragma(\"omp x\")",
        "#define P(x) _Pragma(#x)",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p = parse(rows[i]);
        cr_expect_eq(p.list.count, 0, "%s", rows[i]);
        cr_expect_eq(p.d->count, 0, "%s", rows[i]);
        arena_free(p.a);
    }
}

Test(pragma, near_misses)
{
    static const char *const rows[] = {"#pragma PT kernel", "#pragma ptkernel", "#pragma pt_loop", "#pragma Pt nothing", "#pragma ptx kernel"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        parsed p = parse(rows[i]);
        cr_expect_eq(p.list.count, 0, "%s", rows[i]);
        cr_assert_eq(p.d->count, 1, "%s", rows[i]);
        cr_expect_eq(p.d->items[0].severity, SEVERITY_WARNING, "%s", rows[i]);
        cr_expect_str_eq(p.d->items[0].code, "pt-unknown-pragma", "%s", rows[i]);
        arena_free(p.a);
    }
}

Test(pragma, order_of_the_file_and_both_halves_of_an_if)
{
    parsed p = parse("#if A\n#pragma pt kernel schedule(static)\n#else\n#pragma pt kernel schedule(dynamic)\n#endif\n"
                     "_Pragma(\"pt launch\") _Pragma(\"pt kernel\")\n#pragma pt barrier");
    cr_assert_eq(p.list.count, 5);
    cr_expect_eq(p.d->count, 0);
    cr_expect_eq(p.list.items[0].schedule, SCHEDULE_STATIC);
    cr_expect_eq(p.list.items[1].schedule, SCHEDULE_DYNAMIC);
    cr_expect_eq(p.list.items[2].kind, DIRECTIVE_LAUNCH);
    cr_expect_eq(p.list.items[3].kind, DIRECTIVE_KERNEL);
    cr_expect_eq(p.list.items[4].kind, DIRECTIVE_BARRIER);
    for (size_t i = 1; i < p.list.count; i++)
        cr_expect_geq(p.list.items[i].at.begin, p.list.items[i - 1].at.end);
    arena_free(p.a);
}

Test(pragma, directives_of_later_versions_parse)
{
    static const char *const rows[] = {
        "#pragma pt barrier",
        "#pragma pt barrier arrive",
        "#pragma pt barrier wait",
        "#pragma pt state",
        "#pragma pt finish",
        "#pragma pt loop keep(a)",
        "#pragma pt fuse",
        "#pragma pt foreach(T v : queue)",
        "#pragma pt foreach ( const std::pair<int, ::b> &v : a->b.q ) worker(warp)",
        KERNEL "schedule(steal, 2)",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        arena_free(ONE(rows[i]).a);
}

Test(pragma, bad_directives)
{
    ERRORS("#pragma pt", "missing-directive@pt");
    ERRORS("#pragma pt // kernel", "missing-directive@pt");
    ERRORS("#pragma pt kernal", "unknown-directive@kernal>kernel");
    ERRORS("#pragma pt KERNEL", "unknown-directive@KERNEL>kernel");
    ERRORS("#pragma pt parallel", "unknown-directive@parallel");
    ERRORS("#pragma pt 42", "unknown-directive@42");
    ERRORS("#pragma pt ::kernel", "unknown-directive@::");
    ERRORS("#pragma pt schedule(dynamic)", "unknown-directive@schedule>kernel schedule");
    ERRORS("#pragma pt mode(max)", "unknown-directive@mode>launch mode");
    ERRORS("#pragma pt kernel(4)", "extra-argument@(4)");
    ERRORS("#pragma pt state(x)", "extra-argument@(x)");
    ERRORS("#pragma pt finish shared(1, (2), [3])", "unknown-clause@shared");
    ERRORS("#pragma pt loop keep", "missing-argument@keep");
    ERRORS("#pragma pt loop keep()", "missing-argument@keep");
    ERRORS("#pragma pt loop keep(4)", "bad-argument@4");
    ERRORS("#pragma pt loop keep(a, b)", "extra-argument@, b");
    ERRORS("#pragma pt loop keep(a: tile(4, 4), halo(1))", "extra-argument@: tile(4, 4), halo(1)");
    ERRORS("#pragma pt loop kep(a)", "unknown-clause@kep>keep");
    ERRORS("#pragma pt loop keep(a) keep(b)", "repeated-clause@keep");
    ERRORS("#pragma pt loop (a)", "extra-argument@(a)");
    ERRORS("#pragma pt foreach", "missing-argument@foreach");
    ERRORS("#pragma pt foreach()", "missing-argument@foreach");
    ERRORS("#pragma pt foreach(v)", "bad-argument@(v)");
    ERRORS("#pragma pt foreach(: q)", "bad-argument@(: q)");
    ERRORS("#pragma pt foreach(T v : f(q))", "bad-argument@f(q)");
    ERRORS("#pragma pt foreach(T v : q) worker(grid)", "bad-argument@grid");
    ERRORS("#pragma pt barrier arrive wait", "extra-argument@wait");
    ERRORS("#pragma pt barrier(3)", "extra-argument@(3)");
    ERRORS("#pragma pt foreach(T v : q) worker(wrap)", "bad-argument@wrap>warp");
}

Test(pragma, bad_clauses)
{
    ERRORS(KERNEL "shedule(dynamic)", "unknown-clause@shedule>schedule");
    ERRORS(KERNEL "Schedule(dynamic)", "unknown-clause@Schedule>schedule");
    ERRORS(KERNEL "num_threads(4)", "unknown-clause@num_threads");
    ERRORS(KERNEL "4", "unknown-clause@4");
    ERRORS(KERNEL "groups(max);", "unknown-clause@;>");
    ERRORS(KERNEL "dynamic", "unknown-clause@dynamic>schedule(dynamic)");
    ERRORS(LAUNCH "nonpt", "unknown-clause@nonpt>mode(nonpt)");
    ERRORS(KERNEL ",, groups(max),", "unknown-clause@,> unknown-clause@,>");
    ERRORS(KERNEL "groups(1) groups(2)", "repeated-clause@groups");
    ERRORS(KERNEL "mode(max)", "wrong-clause@mode");
    ERRORS(LAUNCH "groups(4)", "wrong-clause@groups");
    ERRORS("#pragma pt barrier schedule(static)", "wrong-clause@schedule");
    ERRORS("#pragma pt barrier arive", "unknown-clause@arive>arrive");
    ERRORS("#pragma pt barrier now", "unknown-clause@now");
    ERRORS(KERNEL "foo(1) bar(2) groups(0)", "unknown-clause@foo unknown-clause@bar bad-argument@0");
}

Test(pragma, missing_arguments)
{
    ERRORS(KERNEL "schedule", "missing-argument@schedule");
    ERRORS(KERNEL "schedule()", "missing-argument@schedule");
    ERRORS(KERNEL "schedule static groups(max)", "missing-argument@schedule");
    ERRORS(LAUNCH "mode nonpt", "missing-argument@mode");
    ERRORS(KERNEL "schedule(static,)", "missing-argument@)");
    ERRORS(KERNEL "schedule(, 4)", "missing-argument@,");
    ERRORS(KERNEL "items()", "missing-argument@items");
    ERRORS(KERNEL "items(/* n */)", "missing-argument@items");
    ERRORS(KERNEL "groups(per sm)", "missing-argument@per");
    ERRORS(KERNEL "groups(2 per)", "missing-argument@per");
    ERRORS(KERNEL "order(tile)", "missing-argument@tile");
    ERRORS(KERNEL "order(tile())", "missing-argument@tile()");
    ERRORS(KERNEL "order(tile(8))", "missing-argument@tile(8)");
    ERRORS(KERNEL "order(tile(8,))", "missing-argument@)");
    ERRORS(LAUNCH "mode(groups)", "missing-argument@groups");
    ERRORS(LAUNCH "mode(groups())", "missing-argument@groups");
}

Test(pragma, extra_arguments)
{
    ERRORS(KERNEL "schedule(static, 1, 2)", "extra-argument@2");
    ERRORS(KERNEL "groups(1, 2)", "extra-argument@2");
    ERRORS(KERNEL "groups(2 per sm 3)", "extra-argument@3");
    ERRORS(KERNEL "order(linear, column)", "extra-argument@column");
    ERRORS(KERNEL "order(linear(2))", "extra-argument@(2)");
    ERRORS(KERNEL "order(tile(8, 8, 8))", "extra-argument@8");
    ERRORS(KERNEL "order(tile(8, 8) 8)", "extra-argument@8");
    ERRORS(LAUNCH "mode(max(1))", "extra-argument@(1)");
    ERRORS(LAUNCH "mode(max, nonpt)", "extra-argument@, nonpt");
    ERRORS(LAUNCH "mode(groups(1, 2))", "extra-argument@2");
}

Test(pragma, bad_arguments)
{
    ERRORS(KERNEL "schedule(dinamic)", "bad-argument@dinamic>dynamic");
    ERRORS(KERNEL "schedule(Dynamic)", "bad-argument@Dynamic>dynamic");
    ERRORS(KERNEL "schedule(runtime)", "bad-argument@runtime");
    ERRORS(KERNEL "schedule(4)", "bad-argument@4");
    ERRORS(KERNEL "schedule(static 4)", "bad-argument@4");
    ERRORS(KERNEL "groups(0)", "bad-argument@0");
    ERRORS(KERNEL "groups(-1 per sm)", "bad-argument@-1");
    ERRORS(KERNEL "groups(1.5)", "bad-argument@1.5");
    ERRORS(KERNEL "groups(2 3)", "bad-argument@3");
    ERRORS(KERNEL "groups(2 per SM)", "bad-argument@SM>sm");
    ERRORS(KERNEL "groups(2 per gpu)", "bad-argument@gpu");
    ERRORS(KERNEL "groups(max per sm)", "bad-argument@max per sm");
    ERRORS(KERNEL "groups(2 sm)", "bad-argument@sm");
    ERRORS(KERNEL "order(1)", "bad-argument@1");
    ERRORS(KERNEL "order(a::)", "bad-argument@a::");
    ERRORS(KERNEL "order(tile(0, -2))", "bad-argument@0 bad-argument@-2");
    ERRORS(KERNEL "order(tile(65536, 65535))", "bad-argument@65536");
    ERRORS(KERNEL "order(tile 8)", "bad-argument@tile 8");
    ERRORS(KERNEL "items(n;m)", "bad-argument@;");
    ERRORS(KERNEL "items(n +)", "bad-argument@+");
    ERRORS(KERNEL "items(/ n)", "bad-argument@/");
    ERRORS(KERNEL "items(n @)", "bad-argument@@");
    ERRORS(LAUNCH "mode(Max)", "bad-argument@Max>max");
    ERRORS(LAUNCH "mode(fast)", "bad-argument@fast");
    ERRORS(LAUNCH "mode(groups(0))", "bad-argument@0");
    ERRORS(LAUNCH "mode(groups(2 per sm))", "bad-argument@2 per sm");
}

Test(pragma, bad_chunks)
{
    static const char *const rows[] = { "0",
                                        "0x0",
                                        "0b0u",
                                        "00",
                                        "-1",
                                        "-(1)",
                                        "(0)",
                                        "2147483648",
                                        "0xffffffffffffffff",
                                        "99999999999999999999999999",
                                        "1.5",
                                        "4f",
                                        "0x1p3",
                                        "09",
                                        "0x",
                                        "4lL",
                                        "4_km",
                                        "\"4\"",
                                        "'4'" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[120], expected[120];
        snprintf(line, sizeof line, KERNEL "schedule(dynamic, %s)", rows[i]);
        snprintf(expected, sizeof expected, "bad-chunk@%s", rows[i]);
        check_errors(__LINE__, line, expected);
    }
    ERRORS(KERNEL "schedule(auto, 4)", "bad-chunk@4");
    ERRORS(KERNEL "schedule(hardware, 2 * n)", "bad-chunk@2 * n");
    ERRORS(KERNEL "schedule(static, n +)", "bad-chunk@+");
}

Test(pragma, unbalanced)
{
    ERRORS(KERNEL "schedule(static", "unbalanced@(");
    ERRORS(KERNEL "schedule(static // )", "unbalanced@(");
    ERRORS(KERNEL "items(a[1)", "unbalanced@)");
    ERRORS(KERNEL "items(a])", "unbalanced@]");
    ERRORS(KERNEL "groups(max))", "unbalanced@)>");
    ERRORS(KERNEL ") groups(max)", "unbalanced@)>");
    ERRORS("#pragma pt foreach(T v : q", "unbalanced@(");
    ERRORS("#pragma pt state foo(", "unbalanced@(");
}

Test(pragma, errors_in_an_operator_point_at_its_word)
{
    ERRORS("x; _Pragma(\"pt kernel schedul(static)\")",
           "unknown-clause@_Pragma"); // and no fix-it: it would replace the word
    ERRORS("_Pragma(\"pt\")", "missing-directive@_Pragma");
    ERRORS("_Pragma(\"pt kernel groups(\\\"2\\\")\")", "bad-argument@_Pragma");
    ERRORS("_Pragma(\"pt \" \"kernel\")", "bad-argument@_Pragma");
    parsed p = ONE("_Pragma(\"pt kernel schedule(dynamic, 4)\")");
    const directive *d = &p.list.items[0];
    cr_expect(d->from_operator);
    expect_slice(d->chunk.text, "4");
    cr_expect_eq(d->schedule_at.file, p.file);
    expect_slice(span_text(d->schedule_at), "_Pragma");
    expect_slice(span_text(d->name), "_Pragma");
    arena_free(p.a);
}

Test(pragma, operators_in_macros_are_errors_without_a_directive)
{
    parsed p = parse("#define P a _Pragma(\"pt kernal\") \\\n _Pragma(\"pt launch\")");
    cr_expect_eq(p.list.count, 0);
    cr_assert_eq(p.d->count, 2);
    for (size_t i = 0; i < 2; i++) {
        cr_expect_str_eq(p.d->items[i].code, "pt-macro-directive");
        expect_slice(span_text(p.d->items[i].at), "_Pragma");
    }
    cr_expect_eq(p.d->items[0].at.begin, 12);
    arena_free(p.a);
}

Test(pragma, odd_words_in_messages)
{
    ERRORS(KERNEL "R\"(a\nb)\"", "unknown-clause@R\"(a\nb)\"");
    ERRORS(KERNEL "h\xc3\xa4ufig", "unknown-clause@h\xc3\xa4ufig");
    char line[3000] = KERNEL;
    memset(line + strlen(line), 'x', 2000);
    parsed p = parse(line);
    cr_assert_eq(p.d->count, 1);
    cr_expect_lt(strlen(p.d->items[0].message), 200);
    arena_free(p.a);
}

Test(pragma, deep_nesting)
{
    enum { DEPTH = 100000 };
    char *line = malloc(2 * DEPTH + 100);
    cr_assert_not_null(line);
    strcpy(line, KERNEL "groups(");
    size_t at = strlen(line);
    memset(line + at, '(', DEPTH);
    line[at + DEPTH] = '7';
    memset(line + at + DEPTH + 1, ')', DEPTH + 1);
    line[at + 2 * DEPTH + 2] = 0;
    parsed p = ONE(line);
    cr_expect_eq(p.list.items[0].groups_count.value, 7);
    arena_free(p.a);
    free(line);
}
