// mode(groups(n)) whose n is no number of groups: wider than 32 bits, negative, 0. Nothing is cut off: the launch fails and nothing runs.
// expect: handled
// A plain compilation ignores the mode and runs the launch; what is printed is whether that is so.
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x + threadIdx.x; }

int main()
{
    check::begin("mode_of_wide_counts");
    const unsigned blocks = 64;
    std::vector<unsigned> all(blocks * 32), none = check::poisoned_vector<unsigned>(blocks * 32);
    for (unsigned i = 0; i < all.size(); ++i)
        all[i] = i / 32 + i % 32;
    const long long counts[] = {4294967298ll, 4294967296ll, -1, 0, 2147483648ll, 2};
    for (long long n : counts) {
        check::device_array<unsigned> out(blocks * 32);
#pragma pt launch mode(groups(n))
        fill<<<blocks, 32>>>(out.get());
        const cudaError_t error = cudaGetLastError();
#ifdef PT_PT_CUH // only in the rewritten program
        const bool runs = n == 2, as_said = ptrt_last_error() == (runs ? PT_SUCCESS : PT_ERROR_TOO_MANY_GROUPS);
#else
        const bool runs = true, as_said = true;
#endif
        check::value("as it should be", as_said && (error == cudaSuccess) == runs && out.host() == (runs ? all : none), 1);
    }
    return check::finish();
}
