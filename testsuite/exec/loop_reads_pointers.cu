// #pragma pt loop: loops that end by a pointer or an enumeration that is read back, which the device does not compare.
// expect: handled
#include "check.h"

constexpr int nodes_in_list = 30;

struct node {
    node *next;
    int value;
};

enum class state { goes_on = 3, done = 7 };

#pragma pt kernel
__global__ void pop(node **head, int *total)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *total += (*head)->value;
        *head = (*head)->next;
    }
}

#pragma pt kernel
__global__ void count_down(int *left, state *what)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *what = --*left > 0 ? state::goes_on : state::done;
}

struct list {
    check::device_array<node> nodes;
    check::device_array<node *> head;
    check::device_array<int> total;
    list() : nodes(nodes_in_list), head(1), total(1)
    {
        std::vector<node> all(nodes_in_list);
        for (int i = 0; i < nodes_in_list; i++)
            all[i] = {i + 1 < nodes_in_list ? nodes.get() + i + 1 : nullptr, i};
        node *const first = nodes.get();
        CUDA_OK(cudaMemcpy(nodes.get(), all.data(), nodes_in_list * sizeof(node), cudaMemcpyHostToDevice));
        CUDA_OK(cudaMemcpy(head.get(), &first, sizeof first, cudaMemcpyHostToDevice));
        total.zero();
    }
    void report(const char *name, int rounds, int expected) const
    {
        check::value(name, rounds, expected);
        check::equal(name, total.host(), std::vector<int>(1, expected * (expected - 1) / 2));
    }
};

static void condition_is_pointer()
{
    list l;
    node *p = l.nodes.get(), **const head = l.head.get();
    int *const total = l.total.get(), rounds = 0;
    #pragma pt loop
    while (p) {
        pop<<<1, 32>>>(head, total);
        rounds++;
        CUDA_OK(cudaMemcpy(&p, head, sizeof p, cudaMemcpyDeviceToHost));
    }
    l.report("condition_is_pointer", rounds, nodes_in_list);
}

static void condition_compares_pointer()
{
    list l;
    node *p = l.nodes.get(), **const head = l.head.get(), *const last = p + 20;
    int *const total = l.total.get(), rounds = 0;
    #pragma pt loop
    while (p != last) {
        pop<<<1, 32>>>(head, total);
        rounds++;
        CUDA_OK(cudaMemcpy(&p, head, sizeof p, cudaMemcpyDeviceToHost));
    }
    l.report("condition_compares_pointer", rounds, 20);
}

static void pointer_leaves()
{
    list l;
    node *p = l.nodes.get(), **const head = l.head.get();
    int *const total = l.total.get(), rounds = 0;
    #pragma pt loop
    for (;;) {
        pop<<<1, 32>>>(head, total);
        rounds++;
        CUDA_OK(cudaMemcpy(&p, head, sizeof p, cudaMemcpyDeviceToHost));
        if (p == nullptr)
            break;
    }
    l.report("pointer_leaves", rounds, nodes_in_list);
}

static void condition_compares_enumeration()
{
    check::device_array<int> left(1);
    check::device_array<state> what(1);
    CUDA_OK(cudaMemcpy(left.get(), std::vector<int>(1, 50).data(), sizeof(int), cudaMemcpyHostToDevice));
    state s = state::goes_on, *const told = what.get();
    int *const number = left.get(), rounds = 0;
    #pragma pt loop
    while (s != state::done) {
        count_down<<<1, 32>>>(number, told);
        rounds++;
        CUDA_OK(cudaMemcpy(&s, told, sizeof s, cudaMemcpyDeviceToHost));
    }
    check::value("condition_compares_enumeration", rounds, 50);
}

int main()
{
    check::begin("loop_reads_pointers");
    condition_is_pointer();
    condition_compares_pointer();
    pointer_leaves();
    condition_compares_enumeration();
    return check::finish();
}
