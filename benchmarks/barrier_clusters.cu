// What thread block clusters bring a grid barrier: groups of a cluster meet in its shared memory, and one of each cluster meets
// the others'. Written by hand, on no header of ours.
//
// In:  nothing. Out: a row for each choice on stdout; `us` is the time of one barrier: the median of launches with 1000 of
//      them less that of launches with none, over 1000. `resident` is how many groups run at once in clusters of that size.
//      Every choice first hands numbers from group to group through each barrier; exit status 1 if one is not there in time.
// How the groups of a cluster meet: `hardware` is barrier.cluster by all threads, once on the way in and once on the way out;
// `memory` is an addition to the first group's shared memory, and a word that it writes to each group's.
#include "barrier_by_hand.h"
#include "bench.h"

#include <algorithm>
#include <vector>

__device__ unsigned words_of_barrier[1 << 16];
__device__ unsigned handed_on[1 << 12];
__device__ unsigned wrong;

static __device__ __forceinline__ unsigned rank_in_cluster()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

static __device__ __forceinline__ unsigned size_of_cluster()
{
    unsigned size;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    return size;
}

static __device__ __forceinline__ void meet_in_cluster()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// The word of another group of the cluster.
static __device__ __forceinline__ unsigned word_of(const unsigned *word, unsigned rank)
{
    unsigned mine = static_cast<unsigned>(__cvta_generic_to_shared(word)), its;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(its) : "r"(mine), "r"(rank));
    return its;
}

static __device__ __forceinline__ unsigned look_in_cluster(const unsigned *word)
{
    unsigned value;
    asm volatile("ld.acquire.cluster.shared::cta.u32 %0, [%1];"
                 : "=r"(value)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(word)))
                 : "memory");
    return value;
}

// By the first warp of each cluster's first group.
template <unsigned words> static __device__ __forceinline__ void meet_clusters(unsigned n, unsigned stride, unsigned cycles)
{
    const unsigned clusters = gridDim.x / size_of_cluster(), cluster = blockIdx.x / size_of_cluster();
    const unsigned mine = cluster % words, look = threadIdx.x % words;
    const unsigned members = (clusters - 1 - mine) / words + 1, looked_for = (clusters - 1 - look) / words + 1;
    if (threadIdx.x == 0) {
        if (clusters <= 264) {
            asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(words_of_barrier + mine * stride) : "memory");
            wait_cycles(cycles * 50);
        } else {
            unsigned before;
            asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(words_of_barrier + mine * stride) : "memory");
            wait_cycles((n * members - 1 - before) * cycles);
        }
    }
    __syncwarp();
    while (!__all_sync(~0u, threadIdx.x >= words || has_come(words_of_barrier + look * stride, n * looked_for)))
        ;
}

template <unsigned words, bool hardware, bool checks> __global__ void meet(int times, unsigned stride, unsigned cycles)
{
    __shared__ unsigned have_come, may_go;
    const unsigned rank = rank_in_cluster(), size = size_of_cluster();
    if (threadIdx.x == 0)
        have_come = may_go = 0;
    meet_in_cluster();
    for (unsigned n = 1; n <= static_cast<unsigned>(times); n++) {
        if (checks && threadIdx.x == blockDim.x - 1)
            handed_on[blockIdx.x] = n;
        if (hardware) {
            meet_in_cluster();
            if (rank == 0 && threadIdx.x < 32)
                meet_clusters<words>(n, stride, cycles);
            meet_in_cluster();
        } else {
            __syncthreads();
            if (threadIdx.x < 32) {
                if (rank == 0) {
                    while (look_in_cluster(&have_come) != n * (size - 1))
                        ;
                    __syncwarp();
                    meet_clusters<words>(n, stride, cycles);
                    if (threadIdx.x > 0 && threadIdx.x < size)
                        asm volatile("st.release.cluster.shared::cluster.u32 [%0], %1;" ::"r"(word_of(&may_go, threadIdx.x)), "r"(n) : "memory");
                } else if (threadIdx.x == 0) {
                    asm volatile("red.release.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(word_of(&have_come, 0)) : "memory");
                    while (look_in_cluster(&may_go) != n)
                        ;
                }
            }
            __syncthreads();
        }
        if (checks) {
            const unsigned seen = *const_cast<volatile unsigned *>(&handed_on[(blockIdx.x * 37 + threadIdx.x * 11 + n) % gridDim.x]);
            if (seen < n)
                atomicAdd(&wrong, 1u);
        }
    }
    meet_in_cluster();
}

struct shape {
    unsigned groups, threads, cluster;
};

template <class Kernel> static float launch(Kernel *kernel, shape s, int times, unsigned stride, unsigned cycles)
{
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = s.cluster;
    attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = s.groups;
    config.blockDim = s.threads;
    config.attrs = attributes;
    config.numAttrs = 2;
    static cudaEvent_t begin = nullptr, end = nullptr;
    static void *address = nullptr;
    if (!begin) {
        BENCH_CHECK(cudaEventCreate(&begin));
        BENCH_CHECK(cudaEventCreate(&end));
        BENCH_CHECK(cudaGetSymbolAddress(&address, words_of_barrier));
    }
    BENCH_CHECK(cudaMemset(address, 0, sizeof words_of_barrier));
    BENCH_CHECK(cudaDeviceSynchronize());
    BENCH_CHECK(cudaEventRecord(begin));
    BENCH_CHECK(cudaLaunchKernelEx(&config, kernel, times, stride, cycles));
    BENCH_CHECK(cudaEventRecord(end));
    BENCH_CHECK(cudaEventSynchronize(end));
    float milliseconds;
    BENCH_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    return milliseconds;
}

template <unsigned words, bool hardware> static bool row(shape s, unsigned stride, unsigned cycles)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = s.cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = s.groups;
    config.blockDim = s.threads;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int clusters = 0;
    BENCH_CHECK(cudaOccupancyMaxActiveClusters(&clusters, meet<words, hardware, false>, &config));
    const unsigned resident = static_cast<unsigned>(clusters) * s.cluster;
    std::printf("%s,%u,%u,%u,%u,%u,%u,%u,", hardware ? "hardware" : "memory", s.cluster, words, stride * 4, cycles, s.groups, s.threads, resident);
    if (resident < s.groups) {
        std::printf("\n");
        return true;
    }
    unsigned errors = 0;
    BENCH_CHECK(cudaMemcpyToSymbol(wrong, &errors, sizeof errors));
    void *address;
    BENCH_CHECK(cudaGetSymbolAddress(&address, handed_on));
    BENCH_CHECK(cudaMemset(address, 0, sizeof handed_on));
    launch(meet<words, hardware, true>, s, 200, stride, cycles);
    BENCH_CHECK(cudaMemcpyFromSymbol(&errors, wrong, sizeof errors));
    std::vector<float> took[2];
    for (int repeat = 0; repeat < 7; repeat++)
        for (int times : {0, 1000})
            took[times != 0].push_back(launch(meet<words, hardware, false>, s, times, stride, cycles));
    for (std::vector<float> &times : took)
        std::sort(times.begin(), times.end());
    std::printf("%.3f\n", took[1][3] - took[0][3]); // milliseconds of 1000 barriers are microseconds of one
    if (errors)
        std::fprintf(stderr, "%u numbers were not there\n", errors);
    return errors == 0;
}

int main()
{
    const struct { unsigned groups, threads; } shapes[] = {{132, 256}, {264, 256}, {528, 256}, {1056, 256}, {2112, 128}};
    std::printf("way,cluster,words,bytes_apart,cycles,groups,threads,resident,us\n");
    bool good = true;
    for (auto s : shapes)
        for (unsigned cluster = 1; cluster <= 8 && s.groups % cluster == 0; cluster *= 2)
            for (unsigned stride : {64u, 256u}) // words of four bytes
                for (unsigned cycles : {0u, 2u, 4u, 6u}) {
                    const shape all = {s.groups, s.threads, cluster};
                    good = row<1, true>(all, stride, cycles) && good;
                    good = row<4, true>(all, stride, cycles) && good;
                    good = row<1, false>(all, stride, cycles) && good;
                    good = row<4, false>(all, stride, cycles) && good;
                }
    return good ? 0 : 1;
}
