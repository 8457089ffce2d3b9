// Dynamic tasks: groups that have nothing to do wait for those that have, and take from their rings. Every group has to be in a task at
// one time; then one of them makes others and waits until the rest has done them.
// expect: handled
#include "check.h"

#ifdef __PTCC__
#include <pt/tasks.cuh>

struct meeting {
    unsigned arrived, published, done;
};

static __device__ void wait_for(unsigned *word, unsigned value)
{
    while (atomicAdd(word, 0) < value)
        ;
}

const unsigned small_tasks = 100, first_small = 1000000;

// Tasks below first_small are one for each group, the others are small.
#pragma pt kernel
__global__ void meet(pt_queue<unsigned> queue, meeting *m, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (unsigned i = 0; i < pt_num_groups(); i++)
            pt_push(queue, i);
    #pragma pt foreach(unsigned task : queue)
    {
        const unsigned groups = pt_num_groups();
        if (threadIdx.x != 0)
            continue;
        if (task >= first_small) {
            atomicAdd(&hits[task - first_small], 1);
            if (task == first_small + small_tasks - 1) { // the youngest one, of the group that made them
                atomicExch(&m->published, 1);
                if (groups > 1)
                    wait_for(&m->done, small_tasks - 1);
            } else {
                atomicAdd(&m->done, 1);
            }
            continue;
        }
        atomicAdd(&m->arrived, 1);
        if (task == 0) {
            wait_for(&m->arrived, groups);
            for (unsigned i = 0; i < small_tasks; i++)
                pt_push(queue, first_small + i);
        } else {
            wait_for(&m->published, 1); // nobody is idle when the small tasks are there
        }
    }
}
#endif

int main()
{
    check::begin("tasks_waited_for");
    const std::vector<unsigned> once(100, 1);
#ifdef __PTCC__
    pt_queue<unsigned> queue;
    CUDA_OK(ptrt_queue_create(&queue, 5000));
    check::device_array<meeting> m(1);
    check::device_array<unsigned> hits(small_tasks);
    for (int again = 0; again < 4; again++) {
        m.zero();
        hits.zero();
        meet<<<1, 64>>>(queue, m.get(), hits.get());
        CUDA_OK(cudaGetLastError());
        check::equal("hits", hits, once);
        check::value("done", m.host()[0].done, small_tasks - 1);
    }
    CUDA_OK(ptrt_queue_destroy(&queue));
#else
    for (int again = 0; again < 4; again++) {
        check::equal("hits", once, once);
        check::value("done", 99, 99);
    }
#endif
    return check::finish();
}
