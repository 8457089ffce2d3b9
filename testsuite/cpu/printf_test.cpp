// printf in kernels on the CPU back end.
//
// In:  libptcpu. Out: TAP. Invariant: the host's own printf is left as it is.
#include <pt/cpu/printf.h>

#include "kernels.hpp"

#include <cstdarg>

namespace {

__attribute__((format(printf, 1, 2))) int say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int result = vprintf(format, arguments);
    va_end(arguments);
    return result;
}

__global__ void prints(int *result)
{
    result[0] = printf("# none\n");
    result[1] = printf("# a%db%d\n", 1, 2);
    result[2] = std::printf("# 100%% %5.2f %-4s%lld%c\n", 1.5, "x", 3ll, '.');
    result[3] = printf("# %*d\n", 5, 1);
    const char *volatile nothing = nullptr;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
    result[4] = printf(nothing);
    result[5] = say(nothing);
#pragma GCC diagnostic pop
    result[6] = say("# a%db%d%c\n", 1, 2, '.');
    result[7] = say("# none\n");
}

// The number of arguments, not of characters; -1 without a format (CUDA C++ Programming Guide, "Formatted output").
void printf_gives_arguments()
{
    const buffer<int> result(8);
    CHECK_SUCCESS(go(prints, 1, 1, result.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(result.at[0] == 0 && result.at[1] == 2 && result.at[2] == 4 && result.at[3] == 2 && result.at[4] == -1);
    CHECK(result.at[5] == -1 && result.at[6] == 3 && result.at[7] == 0);
    const int on_host = printf("# a%db%d\n", 1, 2), again = say("# a%db%d\n", 1, 2);
    CHECK(on_host == 7 && again == 7);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"printf_gives_arguments", printf_gives_arguments},
    };
    return check::run(tests, argc, argv);
}
