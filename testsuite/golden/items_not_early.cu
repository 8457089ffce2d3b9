// The same kernel as the first one of items_early, but in this text something may be read through a cache that does not see what is written
// while a kernel runs: by an operator, which has no call in a template, say.
struct cached { const float *p; __device__ float operator[](int i) const { return __ldg(p + i); } };

#pragma pt kernel items(*n)
__global__ void not_early(const int *n, const float *__restrict__ x, float *y) { y[blockIdx.x] = x[0]; }
