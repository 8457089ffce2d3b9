// When the thread groups of a persistent loop end: of groups that are dealt the same number of blocks, those that came first to a
// multiprocessor are served first (why-static-is-slower.md).
//
// In:  nothing. Out: a row for each schedule on stdout: microseconds from the launch's begin to the end of each of the eight groups of
//      multiprocessor 0, in order, the time from the first to the last end of all multiprocessors, and the launch's time compared with the
//      plain launch's; medians of 21 launches. By hand, without ptcc: nvcc -O3 -arch=sm_90.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                        \
    do {                                                                   \
        const cudaError_t e = (call);                                      \
        if (e != cudaSuccess) {                                            \
            fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e));  \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

const int threads = 256, groups_per_multiprocessor = 8;

static __device__ __forceinline__ void work(float *out, int block, int steps)
{
    float x = threadIdx.x;
    for (int i = 0; i < steps; i++)
        x = x * 1.0001f + 0.5f;
    if (x == 1.5f) // never
        out[block] = x;
}

struct ending {
    unsigned long long time;
    unsigned multiprocessor;
};

static __device__ __forceinline__ void note(ending *ends)
{
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ends[blockIdx.x].time));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(ends[blockIdx.x].multiprocessor));
}

__global__ void __launch_bounds__(threads, groups_per_multiprocessor) plain(float *out, int, int steps, ending *, unsigned *, unsigned long long *) { work(out, blockIdx.x, steps); }

static __device__ __forceinline__ void begin(unsigned long long *began)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    if (threadIdx.x == 0)
        atomicMin(began, now);
}

__global__ void __launch_bounds__(threads, groups_per_multiprocessor) dealt(float *out, int blocks, int steps, ending *ends, unsigned *, unsigned long long *began)
{
    begin(began);
    for (int b = blockIdx.x; b < blocks; b += gridDim.x)
        work(out, b, steps);
    note(ends);
}

template <int Chunk> __global__ void __launch_bounds__(threads, groups_per_multiprocessor) drawn(float *out, int blocks, int steps, ending *ends, unsigned *next, unsigned long long *began)
{
    __shared__ int first;
    begin(began);
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            first = atomicAdd(next, Chunk);
        __syncthreads();
        if (first >= blocks)
            break;
        for (int b = first; b < first + Chunk && b < blocks; b++)
            work(out, b, steps);
    }
    note(ends);
}

typedef void (*kernel)(float *, int, int, ending *, unsigned *, unsigned long long *);

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

int main(int, char **arguments)
{
    const int blocks = 100000, steps = 1000, repeats = 21;
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    const int groups = device.multiProcessorCount * groups_per_multiprocessor;
    float *out;
    ending *ends;
    unsigned *next;
    unsigned long long *began;
    CHECK(cudaMalloc(&out, blocks * sizeof *out));
    CHECK(cudaMalloc(&ends, groups * sizeof *ends));
    CHECK(cudaMalloc(&next, sizeof *next));
    CHECK(cudaMalloc(&began, sizeof *began));
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    const struct { const char *name; kernel run; } ways[] = {{"plain", plain}, {"dealt", dealt}, {"tickets of 1", drawn<1>}, {"tickets of 8", drawn<8>}, {"tickets of 16", drawn<16>}};
    std::vector<double> whole[5], spread[5], ended[5][groups_per_multiprocessor];
    for (int i = -2; i < repeats; i++) // the first ones are not timed; the ways take turns
        for (int w = 0; w < 5; w++) {
            CHECK(cudaMemset(next, 0, sizeof *next));
            CHECK(cudaMemset(began, 0xff, sizeof *began));
            CHECK(cudaEventRecord(from));
            ways[w].run<<<w ? groups : blocks, threads>>>(out, blocks, steps, ends, next, began);
            CHECK(cudaEventRecord(to));
            CHECK(cudaEventSynchronize(to));
            float milliseconds;
            CHECK(cudaEventElapsedTime(&milliseconds, from, to));
            if (i < 0)
                continue;
            whole[w].push_back(milliseconds * 1e3);
            if (!w)
                continue;
            std::vector<ending> all(groups);
            unsigned long long start;
            CHECK(cudaMemcpy(all.data(), ends, groups * sizeof *ends, cudaMemcpyDeviceToHost));
            CHECK(cudaMemcpy(&start, began, sizeof start, cudaMemcpyDeviceToHost));
            std::vector<double> here;
            std::vector<double> last(device.multiProcessorCount);
            for (const ending &e : all) {
                const double us = (e.time - start) / 1e3;
                last[e.multiprocessor] = std::max(last[e.multiprocessor], us);
                if (e.multiprocessor == 0)
                    here.push_back(us);
            }
            std::sort(here.begin(), here.end());
            for (size_t k = 0; k < here.size() && k < groups_per_multiprocessor; k++)
                ended[w][k].push_back(here[k]);
            spread[w].push_back(*std::max_element(last.begin(), last.end()) - *std::min_element(last.begin(), last.end()));
        }
    printf("schedule,end_1_us,end_2_us,end_3_us,end_4_us,end_5_us,end_6_us,end_7_us,end_8_us,spread_us,whole_us,ratio_to_plain,device,commit\n");
    for (int w = 0; w < 5; w++) {
        printf("%s", ways[w].name);
        for (int k = 0; k < groups_per_multiprocessor; k++)
            printf(w && ended[w][k].size() ? ",%.0f" : ",", w && ended[w][k].size() ? median(ended[w][k]) : 0.0);
        printf(w ? ",%.1f" : ",", w ? median(spread[w]) : 0.0);
        printf(",%.1f,%.3f,%s,%s\n", median(whole[w]), median(whole[0]) / median(whole[w]), device.name, arguments[1] ? arguments[1] : "unknown");
    }
    return 0;
}
