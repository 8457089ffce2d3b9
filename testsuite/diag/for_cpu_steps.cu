// --target=cpu: lanes that exchange values and never wait for each other. Refused but for threads that keep to elements of
// their own, which must be seen at every mention of shared memory.
__global__ void steps(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = row[31 - threadIdx.x];
}

__global__ void waits(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = row[31 - threadIdx.x];
}

__device__ int *mine()
{
    extern __shared__ int all[];
    return all + threadIdx.x;
}

__global__ void not_seen(int *out)
{
    *mine() = out[threadIdx.x];
    out[threadIdx.x] = *mine() + 1;
}

__global__ void said_to_be_own(int *out)
{
    __syncwarp();
    *mine() = out[threadIdx.x];
    out[threadIdx.x] = *mine() + 1;
}

__global__ void own(int *out)
{
    __shared__ int row[32], table[32][4];
    extern __shared__ float rest[];
    const int thread = threadIdx.x;
    unsigned lane = threadIdx.x;
    row[thread] = out[threadIdx.x];
    for (int i = 0; i < 4; i++)
        table[threadIdx.x][i] = row[lane] + i;
    rest[lane] = 1;
    rest[lane] += row[thread];
    out[thread] = table[lane][thread & 3] + rest[thread];
}

__global__ void own_no_more(int *out)
{
    __shared__ int row[32];
    int thread = threadIdx.x;
    row[thread] = out[thread];
    thread ^= 1;
    out[thread] = row[thread];
}

__global__ void address(int *out)
{
    __shared__ int row[32];
    int *place = &row[threadIdx.x];
    *place = out[threadIdx.x];
    out[threadIdx.x] = place[1];
}

__global__ void other_dimension(int *out)
{
    __shared__ int table[8][8];
    table[threadIdx.x][0] = out[threadIdx.x];
    out[threadIdx.x] = table[0][threadIdx.x];
}

__global__ void one_place(int *out)
{
    extern __shared__ int words[];
    extern __shared__ char bytes[];
    words[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = bytes[threadIdx.x];
}

__global__ void one_for_all(int *out)
{
    __shared__ int one;
    if (threadIdx.x == 31)
        one = out[0];
    out[threadIdx.x] = one;
}

#define ELEMENT(i) row[i]
__global__ void in_macro(int *out)
{
    __shared__ int row[32];
    ELEMENT(threadIdx.x) = out[threadIdx.x];
    out[threadIdx.x] = ELEMENT(threadIdx.x);
}

__global__ void nothing(int *out) { out[threadIdx.x] = 1; }
