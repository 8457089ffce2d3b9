u8R"d(a)" )d" LR"(b)"_x "%"PRId64 "s"sv 'c' L"a\"b\
" 'un
1'000ull .5e+3f 0x1p-3 \u00e9tÃ© /* a
 */ #define X
