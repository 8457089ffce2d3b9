// #pragma pt loop: variables whose bytes cannot be put back; the host waits for what is read back.
// expect: handled
#include "check.h"

#pragma pt kernel
template <class... A> __global__ void count_down(int *left, int *flag, A... by)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        const int all[] = {by..., 0};
        for (int x : all)
            *left -= x;
        *flag = *left > 0;
    }
}

extern int sizes[];

struct counter {
    check::device_array<int> left, flag;
    explicit counter(int start) : left(1), flag(1)
    {
        CUDA_OK(cudaMemcpy(left.get(), &start, sizeof start, cudaMemcpyHostToDevice));
    }
};

template <class... A> static int with_pack(int start, A... by)
{
    counter c(start);
    int *const left = c.left.get(), *const flag = c.flag.get();
    int again = 1, rounds = 0;
    #pragma pt loop
    while (again) {
        count_down<A...><<<2, 32>>>(left, flag, by...);
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
        rounds++;
    }
    return rounds;
}

static int with_array_of_unknown_size(int start)
{
    counter c(start);
    int *const left = c.left.get(), *const flag = c.flag.get();
    int again = 1, rounds = 0;
    #pragma pt loop
    while (again) {
        count_down<int><<<sizes[0], 32>>>(left, flag, 1);
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
        rounds++;
    }
    return rounds;
}

static int with_volatile_variables(int start)
{
    counter c(start);
    int *const left = c.left.get(), *const flag = c.flag.get();
    volatile int again = 1, rounds = 0;
    #pragma pt loop
    while (again) {
        count_down<int><<<2, 32>>>(left, flag, 1);
        CUDA_OK(cudaMemcpy((void *)&again, flag, sizeof again, cudaMemcpyDeviceToHost));
        rounds = rounds + 1;
    }
    return rounds;
}

// Of an array whose size a template leaves open, they can.
template <int N> static int with_open_array(int start)
{
    counter c(start);
    int *const left = c.left.get(), *const flag = c.flag.get();
    int again = 1, rounds[N] = {};
    #pragma pt loop
    while (again) {
        count_down<int><<<2, 32>>>(left, flag, 1);
        CUDA_OK(cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost));
        rounds[0]++;
    }
    return rounds[0];
}

int sizes[] = {2, 3};

int main()
{
    check::begin("loop_no_copies");
    check::value("with_pack", with_pack(30, 1, 1), 15);
    check::value("with_array_of_unknown_size", with_array_of_unknown_size(20), 20);
    check::value("with_volatile_variables", with_volatile_variables(25), 25);
    check::value("with_open_array", with_open_array<3>(25), 25);
    return check::finish();
}
