// Dynamic tasks: groups that have nothing to do wait for those that have, and take from their rings. In each round one group works alone,
// then every group has to be in a task at one time, then one makes others and waits until the rest has done them.
// expect: handled
#include "check.h"

#ifdef __PTCC__
#include <pt/tasks.cuh>

struct meeting {
    unsigned arrived, published, done;
};

enum kind { alone, together, made_by_one };

struct work {
    kind of;
    unsigned round, index;
};

const unsigned rounds = 3, made = 100, turns_alone = 20000;

static __device__ void wait_for(unsigned *word, unsigned value)
{
    while (atomicAdd(word, 0) < value)
        ;
}

// While it works alone, the other groups find nothing.
static __device__ void work_alone(const pt_queue<work> &queue, meeting *m, unsigned round)
{
    for (unsigned i = 0; i < turns_alone; i++)
        atomicAdd(&m->arrived, 0);
    for (unsigned i = 0; i < pt_num_groups(); i++)
        pt_push(queue, { together, round, i });
}

static __device__ void come_together(const pt_queue<work> &queue, meeting *m, const work &w)
{
    const unsigned groups = pt_num_groups();
    atomicAdd(&m->arrived, 1);
    if (w.index != 0) {
        wait_for(&m->published, w.round + 1); // nobody is idle when the next tasks are there
        return;
    }
    wait_for(&m->arrived, groups * (w.round + 1));
    for (unsigned i = 0; i < made; i++)
        pt_push(queue, { made_by_one, w.round, i });
}

#pragma pt kernel
__global__ void meet(pt_queue<work> queue, meeting *m, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, { alone, 0, 0 });
    #pragma pt foreach(work w : queue)
    {
        if (threadIdx.x != 0)
            continue;
        if (w.of == alone) {
            work_alone(queue, m, w.round);
        } else if (w.of == together) {
            come_together(queue, m, w);
        } else {
            atomicAdd(&hits[w.index], 1);
            atomicAdd(&m->done, w.index + 1 < made);
            if (w.index + 1 < made)
                continue;
            atomicExch(&m->published, w.round + 1); // the youngest one, of the group that made them
            if (pt_num_groups() > 1)
                wait_for(&m->done, (made - 1) * (w.round + 1));
            if (w.round + 1 < rounds)
                pt_push(queue, { alone, w.round + 1, 0 });
        }
    }
}
#endif

int main()
{
    check::begin("tasks_waited_for");
    const std::vector<unsigned> thrice(100, 3);
#ifdef __PTCC__
    pt_queue<work> queue;
    CUDA_OK(ptrt_queue_create(&queue, 5000));
    check::device_array<meeting> m(1);
    check::device_array<unsigned> hits(made);
    for (int again = 0; again < 2; again++) {
        m.zero();
        hits.zero();
        meet<<<1, 64>>>(queue, m.get(), hits.get());
        CUDA_OK(cudaGetLastError());
        check::equal("hits", hits, thrice);
        check::value("done", m.host()[0].done, rounds * (made - 1));
    }
    CUDA_OK(ptrt_queue_destroy(&queue));
#else
    for (int again = 0; again < 2; again++) {
        check::equal("hits", thrice, thrice);
        check::value("done", 297, 297);
    }
#endif
    return check::finish();
}
