// Loops that lanes of a warp may leave apart, around operations that name all lanes; not by if (...) break; alone, which is followed.
__device__ int pos;
#pragma pt kernel
__global__ void of_one_lane(int *o, int n) { // only lane 0 has the number
    const int lane = threadIdx.x % 32;
    do {
        int i = 0;
        if (lane == 0) i = atomicAdd(&pos, 1);
        if (i >= n) { o[0] = 3; break; }
        o[i] = __shfl_sync(0xffffffff, i + lane, 3);
    } while (true);
}
#pragma pt kernel
__global__ void changed_behind(int *o, int n) { // changed in between
    const int lane = threadIdx.x % 32;
    while (true) {
        int i;
        i = __shfl_sync(0xffffffff, lane, 0);
        i += lane;
        if (i >= n) { o[0] = 3; break; }
        o[i] = __shfl_sync(0xffffffff, i + lane, 3);
    }
}
#pragma pt kernel
__global__ void in_another_block(int *o, int n) { // in another block
    int i = threadIdx.x;
    while (true) {
        if (n > 3) { i = __shfl_sync(0xffffffff, i, 0); }
        if (i >= n) { o[0] = 3; break; }
        o[i] = __shfl_sync(0xffffffff, i, 3);
    }
}
#pragma pt kernel
__global__ void by_address(int *o, int n) { // by a reference
    while (true) {
        int i;
        i = __shfl_sync(0xffffffff, n, 0);
        atomicMax(&i, (int)threadIdx.x);
        if (i >= n) { o[0] = 3; break; }
        o[i] = __shfl_sync(0xffffffff, i, 3);
    }
}
#pragma pt kernel
__global__ void by_a_vote_of_some(int *o, int n) {
    int i = threadIdx.x;
    for (;;) {
        if (__all_sync(__activemask(), i >= n)) { o[0] = 3; break; }
        o[i] += __shfl_sync(0xffffffff, i, 3);
        i += 32;
    }
}
