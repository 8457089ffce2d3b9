// Queens: in how many ways n of them can stand on a board of n x n. Each board that is begun is a task, which makes a task for each
// place that is left for the next queen.
//
// Boards differ much in what follows from them, and how many there are is found on the way: tasks need no level by level. Without ptcc
// the file does not compile, since nobody else knows what `b` is.
#include <pt/tasks.cuh>

#include <vector>

#include "../common/example.h"

struct board {
    unsigned columns, left, right; // columns, and diagonals, on which the next row's queen would be taken
};

#pragma pt kernel
__global__ void place_queens(pt_queue<board> boards, unsigned all, unsigned *ways)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(boards, {0, 0, 0});

    #pragma pt foreach(board b : boards) worker(thread)
    {
        for (unsigned free = all & ~(b.columns | b.left | b.right); free != 0; free &= free - 1) {
            const unsigned place = free & (0u - free);
            const board next = {b.columns | place, (b.left | place) << 1, (b.right | place) >> 1};
            if (next.columns == all)
                atomicAdd(ways, 1u);
            else
                pt_push(boards, next);
        }
    }
}

int main()
{
    const unsigned n = 11;
    pt_queue<board> boards;
    example::check(ptrt_queue_create(&boards, 1 << 16));
    const example::device_array<unsigned> ways(1);

    place_queens<<<1, 128>>>(boards, (1u << n) - 1u, ways.get()); // one block begins, and as many groups as fit work on
    example::check(cudaGetLastError());

    ptrt_queue_status_t status;
    example::check(ptrt_queue_status(boards, &status));
    example::check(ptrt_queue_destroy(&boards));
    if (status.error != PT_SUCCESS)
        std::printf("queens: the queue was too small for %u boards\n", status.rejected);
    return example::finish("queens", example::count_wrong(ways.read(), {2680}));
}
