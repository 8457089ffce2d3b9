// DESIGN part 4, C++: an assertion that fails names the original function, expression, file and line, and stops the launch.
// expect: handled
#include "check.h"
#include <cassert>
#include <unistd.h>

#pragma pt kernel
__global__ void asserting(const unsigned *in, unsigned *out, unsigned limit)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(in[i] < limit && "value below the limit");
    out[i] = in[i] + 1;
}

int main()
{
    check::begin("assert_text");
    const unsigned blocks = 5005, block = 32, n = blocks * block;
    std::vector<unsigned> in(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        in[i] = i, want[i] = i + 1;
    check::device_array<unsigned> d_in(in), out(n);
    asserting<<<blocks, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);

    // the message of one failing thread, caught from stderr
    FILE *caught = tmpfile();
    fflush(stderr);
    int kept = dup(2);
    dup2(fileno(caught), 2);
    asserting<<<blocks, block>>>(d_in.get(), out.get(), n - 1);
    cudaError_t launched = cudaGetLastError(), ended = cudaDeviceSynchronize();
    fflush(stderr);
    dup2(kept, 2);
    rewind(caught);
    char line[512] = "";
    const bool found = fgets(line, sizeof line, caught) != nullptr;
    fclose(caught);
    check::value("found", found, 1);
    // FILE:LINE: FUNCTION: block: [..], thread: [..] Assertion `...` failed.
    std::string message = line, file = message.substr(0, message.find(':'));
    const std::size_t begin = message.find(": "), end = message.find(": block:");
    check::text("file", file.substr(file.find_last_of('/') + 1), "assert_text.cu");
    check::text("line", message.substr(message.find(':') + 1, 2), "11");
    check::text("function", begin < end ? message.substr(begin + 2, end - begin - 2) : message, "void asserting(const unsigned int *, unsigned int *, unsigned int)");
    const std::size_t assertion = message.find("Assertion");
    check::text("assertion", assertion != std::string::npos ? message.substr(assertion, message.find('\n') - assertion) : "",
                "Assertion `in[i] < limit && \"value below the limit\"` failed.");
    check::error("launched", launched, cudaSuccess);
    check::error("ended", ended, cudaErrorAssert);
    std::printf("%s %s%s\n", check::current().name.c_str(), check::current().failures ? "FAILED" : "ok", check::current().checksums.c_str());
    std::fflush(stdout);
    _Exit(check::current().failures ? 1 : 0); // the context is gone: nothing can be freed
}
