// Unit tests of the lexer: what it takes for a token, where a line and a directive end, and how big files behave.
// A token is shown as its kind's letter (i n s c p), `^` if it starts a line, `#` if it is in a directive, `:` and
// text.
#include "frontend/lex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct lexed {
    arena *a;
    source *file;
    token_list tokens;
} lexed;

static lexed lex_bytes(const char *bytes, size_t length)
{
    lexed l = { .a = arena_new() };
    l.file = source_from_memory(l.a, "test.cu", bytes, length);
    l.tokens = lex_source(l.a, l.file);
    return l;
}

static lexed lex(const char *bytes)
{
    return lex_bytes(bytes, strlen(bytes));
}

static const char *shown(const lexed *l)
{
    text t = text_new(l->a);
    for (size_t i = 0; i < l->tokens.count; i++) {
        const token *k = &l->tokens.items[i];
        if (k->kind == TOKEN_END)
            break;
        if (i > 0)
            text_add_char(&t, ' ');
        text_add_char(&t, "inscp"[k->kind]);
        text_add(&t, k->starts_line ? "^" : "");
        text_add(&t, k->in_directive ? "#:" : ":");
        text_add_slice(&t, token_text(l->a, l->file, k));
    }
    return t.bytes;
}

static void check_bytes(int line, const char *bytes, size_t length, const char *expected)
{
    lexed l = lex_bytes(bytes, length);
    const token *last = &l.tokens.items[l.tokens.count - 1];
    cr_expect(last->kind == TOKEN_END && last->begin == length && last->end == length, "line %d: end", line);
    cr_expect_str_eq(shown(&l), expected, "line %d: %s", line, shown(&l));
    arena_free(l.a);
}

#define CHECK(bytes, expected) check_bytes(__LINE__, bytes, sizeof(bytes) - 1, expected)

Test(lex, nothing)
{
    CHECK("", "");
    CHECK(" \t\r\n\v\f \n", "");
    CHECK("// only a comment", "");
    CHECK("/* never closed", "");
    CHECK("\xef\xbb\xbf", "");
}

Test(lex, launches)
{
    CHECK("k<<<1, 2>>>(p)", "i^:k p:<<< n:1 p:, n:2 p:> p:> p:> p:( i:p p:)");
    CHECK("k<T><<<g,b>>>()", "i^:k p:< i:T p:> p:<<< i:g p:, i:b p:> p:> p:> p:( p:)");
    CHECK("k << <1, 2 >> >(p)", "i^:k p:<< < n:1 p:, n:2 p:> p:> p:> p:( i:p p:)");
    CHECK("o <<\n<1", "i^:o p:<< p^:< n:1");
    CHECK("operator<< <int>(o << <<", "i^:operator p:<< p:< i:int p:> p:( i:o p:<< p:<<");
    CHECK("o << <<= <", "i^:o p:<< p:<<= p:<");
    CHECK("a <<<= b", "i^:a p:<<< p:= i:b");
    CHECK("a <<= b << c", "i^:a p:<<= i:b p:<< i:c");
    CHECK("<<<<", "p^:<<< p:<");
    CHECK("k<\\\n<\\\r\n<1", "i^:k p:<<< n:1");
    CHECK("x >= y >>= z", "i^:x p:>= i:y p:> p:> p:= i:z");
    CHECK("a<b<c>>=d, n >=4>", "i^:a p:< i:b p:< i:c p:> p:> p:= i:d p:, i:n p:>= n:4 p:>");
}

Test(lex, punctuators)
{
    CHECK("a::b->c->*d.*e...", "i^:a p::: i:b p:-> i:c p:->* i:d p:.* i:e p:...");
    CHECK("+ ++ += - -- -= * *= / /= % %= ^ ^= & && &= | || |= ! != = ==",
          "p^:+ p:++ p:+= p:- p:-- p:-= p:* p:*= p:/ p:/= p:% p:%= p:^ p:^= p:& p:&& p:&= p:| p:|| p:|= p:! p:!= p:= "
          "p:==");
    CHECK("<=> <= < ; ~ ? [ ] { }", "p^:<=> p:<= p:< p:; p:~ p:? p:[ p:] p:{ p:}");
    CHECK("..", "p^:. p:.");
    // `<::` is `<` and `::`, but not if it is a digraph all the same (C++ 5.4)
    CHECK("vector<::pt::x>", "i^:vector p:< p::: i:pt p::: i:x p:>");
    CHECK("a<:::b:>", "i^:a p:<: p::: i:b p::>");
    CHECK("a<::>", "i^:a p:<: p::>");
    CHECK("<% %> %:", "p^:<% p:%> p:%:");
    CHECK("a ## b %:%: #", "i^:a p:## i:b p:%:%: p:#");
}

Test(lex, stray_bytes_are_tokens)
{
    CHECK("a @ ` \\ b", "i^:a p:@ p:` p:\\ i:b");
    CHECK("@ #define x", "p^:@ p:# i:define i:x");
    CHECK("a\0b \0", "i^:a i:b");
    CHECK("\0#define X\0", "p^#:# i#:define i#:X");
}

Test(lex, identifiers)
{
    CHECK("_a1 $b \xc3\xa9t\xc3\xa9 \xff", "i^:_a1 i:$b i:\xc3\xa9t\xc3\xa9 i:\xff");
    CHECK("block\\\nIdx grid\\\r\nDim a\\  \nb", "i^:blockIdx i:gridDim i:ab");
    CHECK("a\\\n b", "i^:a i:b");
    CHECK("\\u00e9t\\U000000e9 \\uzz", "i^:\\u00e9t\\U000000e9 p:\\ i:uzz");
    CHECK("__COUNTER__\\\n", "i^:__COUNTER__");
}

Test(lex, numbers)
{
    CHECK("1 0x1Fu 0b1'0 1'000'000ull .5 5. 1e5 1e+5 1E-5f 0x1p-3 1.5_km 0'8",
          "n^:1 n:0x1Fu n:0b1'0 n:1'000'000ull n:.5 n:5. n:1e5 n:1e+5 n:1E-5f n:0x1p-3 n:1.5_km n:0'8");
    CHECK("1+2 1-x 0xe+1", "n^:1 p:+ n:2 n:1 p:- i:x n:0xe+1");
    CHECK("1\\\n0e\\\n+\\\n3 1'\\\n0", "n^:10e+3 n:1'0");
    CHECK("1'a' 1 'a'", "n^:1'a c:' 1 ' i:a c:'"); // the first quote is a separator
    CHECK("a.1 a.b", "i^:a n:.1 i:a p:. i:b");
}

Test(lex, strings)
{
    CHECK("\"a\" 'b' L\"c\" u8\"d\" U'e' u'f' u8'g'", "s^:\"a\" c:'b' s:L\"c\" s:u8\"d\" c:U'e' c:u'f' c:u8'g'");
    CHECK("\"a\\\"b\" '\\'' \"\\\\\" x", "s^:\"a\\\"b\" c:'\\'' s:\"\\\\\" i:x");
    CHECK("\"a\\\nb\" \"c\\\r\nd\"", "s^:\"ab\" s:\"cd\"");
    CHECK("\"a\\\\\n\" b", "s^:\"a\\\" b"); // the backslash is an escape, the next one continues the line
    CHECK("\"/* no */ // no\" x", "s^:\"/* no */ // no\" i:x");
    CHECK("\"%\"PRId64\"x\"", "s^:\"%\" i:PRId64 s:\"x\"");
    CHECK("\"a\"s \"b\"_km \"c\"sv 'd'_x \"e\"sx", "s^:\"a\"s s:\"b\"_km s:\"c\"sv c:'d'_x s:\"e\" i:sx");
    CHECK("xL\"a\" uR'b' LL\"c\"", "i^:xL s:\"a\" i:uR c:'b' i:LL s:\"c\"");
    CHECK("u\\\n8\"a\"", "s^:u8\"a\"");
}

Test(lex, unterminated_strings_end_with_their_line)
{
    CHECK("\"a\nb\"", "s^:\"a i^:b s:\"");
    CHECK("\"a\r\nb", "s^:\"a i^:b");
    CHECK("#error don't\nx", "p^#:# i#:error i#:don c#:'t i^:x");
    CHECK("'", "c^:'");
    CHECK("\"a\\", "s^:\"a\\");
}

Test(lex, raw_strings)
{
    CHECK("R\"(a\"b\\\n)\" x", "s^:R\"(a\"b\\\n)\" i:x");
    CHECK("u8R\"d(a)\" )dd\" )d\" LR\"(b)\" uR\"(c)\" UR\"(d)\"_x",
          "s^:u8R\"d(a)\" )dd\" )d\" s:LR\"(b)\" s:uR\"(c)\" s:UR\"(d)\"_x");
    CHECK("R\"(\n#pragma pt kernel\n)\" x\n#y", "s^:R\"(\n#pragma pt kernel\n)\" i:x p^#:# i#:y");
    CHECK("R\"(never closed\n#z", "s^:R\"(never closed\n#z");
    CHECK("R\"a b(\"\nx", "s^:R\"a b(\" i^:x");                           // no raw string: a blank in the delimiter
    CHECK("R\"12345678901234567(\" x", "s^:R\"12345678901234567(\" i:x"); // nor with 17 characters
    CHECK("R\"1234567890123456()1234567890123456\" x", "s^:R\"1234567890123456()1234567890123456\" i:x");
    CHECK("R\\\n\"(a\\\nb)\"_\\\ns x", "s^:R\"(a\\\nb)\"_s i:x"); // continuations go on outside the quotes only
    CHECK("aR\"(b)\"", "i^:aR s:\"(b)\"");
    CHECK("#define X R\"(\n)\" y\nz", "p^#:# i#:define i#:X s#:R\"(\n)\" i#:y i^:z");
}

Test(lex, comments)
{
    CHECK("a/*b*/c//d\ne", "i^:a i:c i^:e");
    CHECK("a //b \\\n c\nd", "i^:a i^:d");
    CHECK("a //b \\ x\nd", "i^:a i^:d");
    CHECK("a /\\\n/ b\nc", "i^:a i^:c");
    CHECK("a /\\\n* b *\\\r\n/ c", "i^:a i:c");
    CHECK("a /*/ b */ c /***/ d /**/", "i^:a i:c i:d");
    CHECK("a /* \n #pragma pt kernel\n */ b", "i^:a i:b"); // one line: the comment is a blank
    CHECK("a / b", "i^:a p:/ i:b");
    CHECK("// a \\\r\n#b\r\n#c", "p^#:# i#:c");
}

Test(lex, directives)
{
    CHECK("#define A B\nC", "p^#:# i#:define i#:A i#:B i^:C");
    CHECK("  # /* */ pragma pt \\\n kernel \\\r\n x\r\ny", "p^#:# i#:pragma i#:pt i#:kernel i#:x i^:y");
    CHECK("/* a\n */ #b", "p^#:# i#:b");
    CHECK("a /*\n*/ #b", "i^:a p:# i:b");
    CHECK("%: define A", "p^#:%: i#:define i#:A");
    CHECK("%\\\n: define A", "p^#:%: i#:define i#:A");
    CHECK("#\n#\na", "p^#:# p^#:# i^:a");
    CHECK("#define S(x) #x ## y", "p^#:# i#:define i#:S p#:( i#:x p#:) p#:# i#:x p#:## i#:y");
    CHECK("## a", "p^:## i:a");
    CHECK("#pra\\\ngma pt", "p^#:# i#:pragma i#:pt");
    CHECK("\xef\xbb\xbf#a", "p^#:# i#:a");
}

Test(lex, headers_names_are_one_token)
{
    CHECK("#include <a/*b'c.h> x\ny", "p^#:# i#:include p#:<a/*b'c.h> i#:x i^:y");
    CHECK("#include_next <a//b>\ny", "p^#:# i#:include_next p#:<a//b> i^:y");
    CHECK("#include \"a.h\"", "p^#:# i#:include s#:\"a.h\"");
    CHECK("#include <a\ny", "p^#:# i#:include p#:< i#:a i^:y");
    CHECK("#define include <a/*b*/>", "p^#:# i#:define i#:include p#:< i#:a p#:>");
    CHECK("include <a>", "i^:include p:< i:a p:>");
}

Test(lex, offsets_of_a_split_token)
{
    lexed l = lex("  block\\\nIdx.x");
    const token *t = &l.tokens.items[0];
    cr_expect(t->begin == 2 && t->end == 12);
    cr_expect(token_is(l.file, t, "blockIdx"));
    cr_expect_not(token_is(l.file, t, "block"));
    cr_expect_not(token_is(l.file, t, "blockIdxx"));
    cr_expect_not(token_is(l.file, t, "blockIda"));
    cr_expect(token_is(l.file, &l.tokens.items[l.tokens.count - 1], ""));
    lexed u = lex("'un\\\n\\\n\nx");
    cr_expect(token_is(u.file, &u.tokens.items[0], "'un"), "continuations at the end of an unterminated literal");
    arena_free(u.a);
    slice whole = token_text(l.a, l.file, &l.tokens.items[2]);
    cr_expect_eq(whole.bytes, l.file->bytes + 13, "a token in one piece is borrowed");
    arena_free(l.a);
}

Test(lex, lookup_by_offset)
{
    lexed l = lex("ab cd\nef");
    cr_expect_eq(token_at_or_after(&l.tokens, 0), 0);
    cr_expect_eq(token_at_or_after(&l.tokens, 1), 1);
    cr_expect_eq(token_at_or_after(&l.tokens, 3), 1);
    cr_expect_eq(token_at_or_after(&l.tokens, 6), 2);
    cr_expect_eq(token_at_or_after(&l.tokens, 7), 3, "the end's token");
    cr_expect_eq(token_at_or_after(&l.tokens, 9), 4, "none");
    arena_free(l.a);
}

// As a search through all tokens has it, whatever lies between them.
Test(lex, lookup_in_a_long_text)
{
    arena *a = arena_new();
    text t = text_new(a);
    for (int i = 0; i < 300; i++) {
        text_format(&t, "%s name%d(;;;;;);", i % 7 == 0 ? "\n" : "", i);
        for (int k = 0; k < i % 50; k++)
            text_add_char(&t, ' ');
    }
    lexed l = lex_bytes(t.bytes, t.length);
    for (size_t offset = 0; offset < t.length + 100; offset++) {
        size_t expected = 0;
        while (expected < l.tokens.count && l.tokens.items[expected].begin < offset)
            expected++;
        cr_assert_eq(token_at_or_after(&l.tokens, offset), expected, "offset %zu", offset);
    }
    arena_free(l.a);
    arena_free(a);
}

// It may say yes of what is not there, but never no of what is.
Test(lex, words_that_occur)
{
    lexed l = lex("#define once 1\nint mutable_x = ~y; /* template */ \"include\"");
    static const char *const words[] = {"define", "once", "int", "mutable_x", "y", "~", "#", "=", ";"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect(token_list_may_have(&l.tokens, words[i]), "%s", words[i]);
    cr_expect_not(token_list_may_have(&l.tokens, "template"));
    cr_expect_not(token_list_may_have(&l.tokens, "include"));
    arena_free(l.a);
    l = lex("tem\\\nplate");
    cr_expect(token_list_may_have(&l.tokens, "template"), "joined from two lines");
    arena_free(l.a);
}

// The list is sized from the density of the tokens so far; a file that changes its mind must not lose any.
Test(lex, density_changes)
{
    size_t blank_bytes = 200000, dense_bytes = 100000;
    for (int order = 0; order < 2; order++) {
        char *bytes = malloc(blank_bytes + dense_bytes);
        cr_assert_not_null(bytes);
        memset(bytes, ' ', blank_bytes + dense_bytes);
        memset(bytes + (order ? blank_bytes : 0), ';', dense_bytes);
        lexed l = lex_bytes(bytes, blank_bytes + dense_bytes);
        cr_expect_eq(l.tokens.count, dense_bytes + 1);
        for (size_t i = 0; i < dense_bytes; i++)
            cr_assert_eq(l.tokens.items[i].begin, (order ? blank_bytes : 0) + i);
        arena_free(l.a);
        free(bytes);
    }
}

// 50 MB in well under two seconds of processor time; ten times that is allowed for slow builds and sanitizers.
Test(lex, large_file)
{
    static const char piece[] = "    out[i] = in[blockIdx.x * blockDim.x + threadIdx.x] * 2.5f; // \"comment\"\n"
                                "    k<<<grid, block, 0, stream>>>(\"text\", 'c', 0x1Fu); /* more */\n";
    size_t size_bytes = 50u << 20, piece_bytes = sizeof piece - 1;
    char *bytes = malloc(size_bytes);
    cr_assert_not_null(bytes);
    for (size_t at = 0; at < size_bytes; at += piece_bytes)
        memcpy(bytes + at, piece, size_bytes - at < piece_bytes ? size_bytes - at : piece_bytes);
    arena *a = arena_new();
    source *file = source_from_memory(a, "large.cu", bytes, size_bytes);
    clock_t begin = clock();
    token_list tokens = lex_source(a, file);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    cr_expect_lt(seconds, 20.0, "%.2f s", seconds);
    cr_expect_gt(tokens.count, 10u << 20);
    cr_expect_leq(sizeof(token), 24);
    cr_expect_leq(tokens.capacity, tokens.count + tokens.count / 3, "the list is about as long as it must be");
    arena_free(a);
    free(bytes);
}
