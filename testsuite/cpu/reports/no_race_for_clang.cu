// sanitizer: thread
// compiler: clang++
// report: none
// What lanes bring to a reduction or a scan is copied by one for all, unwatched: also by a compiler that has no
// __SANITIZE_THREAD__.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void sums(int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int mine = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = cg::reduce(tile, mine, cg::plus<int>()) + cg::inclusive_scan(tile, mine) + tile.shfl(mine, 3);
}

int main()
{
    int *out, got[64], wrong = 0;
    cudaMalloc(&out, sizeof got);
    sums<<<1, 64>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0, scan = 0; i < 64; i++) {
        int first = i - i % 8;
        scan = i % 8 ? scan + i : i;
        wrong += got[i] != 8 * first + 28 + scan + first + 3;
    }
    return wrong;
}
