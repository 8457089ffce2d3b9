// ptcc does not see this file: it includes HEADER, which is rewritten, and perhaps MORE.
#include <pt/cpu/pt.hpp>
#include HEADER
#ifdef MORE
#include MORE
#endif
#include "count.h"

int main()
{
    expect(3, [](unsigned *out, unsigned blocks) { start_fill<3>(out, blocks); });
    std::puts("ok");
    return 0;
}
