// Objects that read the block index without a word where they are made.
struct init { int b = blockIdx.x; };
#pragma pt kernel
__global__ void declares(int *out) {
    #pragma pt state
    init x;
    out[blockIdx.x] = x.b;
}
#pragma pt kernel
__global__ void finishes(int *out) {
    out[blockIdx.x] = 1;
    #pragma pt finish
    {
        init *x = new init;
        out[0] = x->b;
        delete x;
    }
}
#pragma pt kernel
__global__ void plain(int *out) {
    init x;
    out[blockIdx.x] = x.b;
}
