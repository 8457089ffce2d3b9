// state and finish in a template, where the program has operators of its own: what looks like reading may change what it is given.
struct counted {
    int value, reads;
    __device__ int operator[](int i) { return value + i * reads++; }
};
__device__ int operator*(int a, counted &b) { return a * b.reads++; }

#pragma pt kernel
template <class T> __global__ void products(int *out, T scale)
{
    #pragma pt state
    int sum = 0;
    sum += out[1] * scale;
    #pragma pt finish
    { out[0] = sum + scale.value; }
}

#pragma pt kernel
template <class T> __global__ void elements(int *out, T list)
{
    #pragma pt state
    int sum = 0;
    sum = sum + list[1];
    #pragma pt finish
    { out[0] = sum + list.value; }
}
