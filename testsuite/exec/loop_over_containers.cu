// #pragma pt loop over containers of the program's own classes, by ranges, indices and iterators: to go through them runs nothing of the
// program's, so that nothing between the launches need wait.
// expect: handled
// needs: c++17
#include "check.h"

#include <array>

struct job {
    unsigned by, n;
    int threads;
};

#pragma pt kernel
__global__ void add(unsigned *sums, unsigned by, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] = sums[i] * 3u + by;
}

static void run(unsigned *sums, const std::vector<job> &jobs, const std::array<job, 2> &two)
{
#pragma pt loop
    for (const job &j : jobs)
        add<<<(j.n + j.threads - 1) / j.threads, j.threads>>>(sums, j.by, j.n);
#pragma pt loop
    for (const auto &[by, n, threads] : two)
        add<<<(n + threads - 1) / threads, threads>>>(sums, by, n);
#pragma pt loop
    for (size_t i = jobs.size(); i-- > 0;) {
        const job &j = jobs[i];
        if (j.n < 10)
            continue;
        add<<<(j.n + 63) / 64, 64>>>(sums, j.by, j.n);
    }
#pragma pt loop
    for (auto j = jobs.begin(); j != jobs.end(); ++j)
        add<<<(j->n + 63) / 64, 64>>>(sums, j->by, j->n);
}

int main()
{
    check::begin("loop_over_containers");
    const std::vector<job> jobs{{3, 1000, 64}, {5, 300, 64}, {7, 999, 128}, {2, 1, 32}};
    const std::array<job, 2> two{{{11, 500, 96}, {13, 1000, 256}}};
    std::vector<unsigned> want = check::mixed_vector(1000);
    check::device_array<unsigned> sums(want);
    run(sums.get(), jobs, two);
    CUDA_OK(cudaGetLastError());
    const auto apply = [&](const job &j) {
        for (unsigned i = 0; i < j.n; ++i)
            want[i] = want[i] * 3u + j.by;
    };
    for (const job &j : jobs)
        apply(j);
    for (const job &j : two)
        apply(j);
    for (size_t i = jobs.size(); i-- > 0;)
        if (jobs[i].n >= 10)
            apply(jobs[i]);
    for (const job &j : jobs)
        apply(j);
    check::equal("sums", sums, want);
    return check::finish();
}
