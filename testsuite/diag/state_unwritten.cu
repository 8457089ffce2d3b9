// What is done once a group asks for the block in what no text calls.
struct block {
    __device__ operator int() const { return blockIdx.x; }
    __device__ int operator[](int i) const { return blockIdx.x + i; }
};
struct numbers {
    int a, b;
};
template <class V> __device__ int pick(const V &v) { return v[1]; }

#pragma pt kernel
__global__ void in_braces(int *out, int n)
{
#pragma pt state
    numbers first = {block{}, 1};
    out[blockIdx.x] = first.a + n;
}

#pragma pt kernel
__global__ void behind_template(int *out, int n)
{
#pragma pt state
    int first = pick(block{});
    out[blockIdx.x] = first + n;
}

#pragma pt kernel
__global__ void plain(int *out, int n)
{
#pragma pt state
    int first = n;
    out[blockIdx.x] = first + n;
}
