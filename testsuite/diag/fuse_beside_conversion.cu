// Conversions to int and size_t and types of two words, somewhere in the program, declare no types of these names.
void of_words(unsigned int, long int, unsigned char);
template <unsigned int, class> struct by_words;

struct counter {
    int value;
    __host__ __device__ operator int() const { return value; }
    __host__ __device__ operator size_t() const { return value; }
};

#pragma pt kernel
__global__ void triple(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t by = 3;
    if (i < n)
        a[i] *= by;
}

void start(float *a, int n)
{
    #pragma pt fuse
    {
        triple<<<40, 256>>>(a, n);
        triple<<<40, 256>>>(a, n);
    }
}
