// --target=cpu: macros that are not the same for host and device, in functions of the device. Without a line: accepted.
#ifndef __CUDA_ARCH__
#define ON_HOST 1
#endif
#define WHICH ON_HOST
#define LIMIT 8
#define CALLED(x) (x)
#ifndef __CUDA_ARCH__
#undef LIMIT
#define LIMIT 4
#undef CALLED
#define CALLED(x) (-(x))
#endif
#define ARCH __CUDA_ARCH__
#define IS_DEVICE defined(__CUDA_ARCH__)

__host__ __device__ int with_arch()
{
#if !defined(ON_HOST) && __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}

__host__ __device__ int unseen_by_both()
{
#if defined(ON_HOST) && defined(__CUDA_ARCH__)
    return 7;
#endif
    return 1;
}

__host__ __device__ int host_only()
{
#ifdef ON_HOST
    return 2;
#endif
    return 1;
}

__device__ int second()
{
#if __CUDA_ARCH__ < 300
    return 0;
#elif defined(ON_HOST)
    return 2;
#endif
    return 1;
}

__host__ __device__ int through_another()
{
#if WHICH
    return 2;
#else
    return 1;
#endif
}

__global__ void values(int *out) { out[0] = LIMIT + CALLED(1); }

// Only what the host reads.
__host__ __device__ int accepted()
{
#ifndef __CUDA_ARCH__
#ifdef ON_HOST
    return LIMIT;
#endif
    return 2;
#else
    return ARCH;
#endif
}

int host() { return ON_HOST + LIMIT + accepted() + with_arch() + unseen_by_both() + host_only() + through_another(); }

// Both its bodies define their own.
__host__ __device__ int own()
{
#if __CUDA_ARCH__ >= 700 || defined(NOWHERE)
#define OWN 1
#else
#define OWN 2
#endif
    return OWN;
}

// What leads to __CUDA_ARCH__ is not asked for in the device's body.
__host__ __device__ int by_arch()
{
#if !IS_DEVICE
    return 2;
#endif
    return 1;
}

__global__ void store(int *out) { out[0] = accepted() + own() + second() + by_arch(); }

// Lambdas of a host function, which has one body.
template <class F> __global__ void call(F f, int *out) { out[0] = f(1); }
#define BOTH __host__ __device__
void lambdas(int *out)
{
    call<<<1, 1>>>([=] __host__ __device__ (int i) {
#ifdef __CUDA_ARCH__
        return i;
#else
        return -i;
#endif
    }, out);
    call<<<1, 1>>>([=] BOTH (int i) { return i + LIMIT; }, out);
    auto of_host = [=] (int i) {
#ifdef __CUDA_ARCH__
        return i;
#else
        return -i + LIMIT;
#endif
    };
    of_host(LIMIT);
}

// No constexpr function can tell where it runs.
constexpr int relaxed(int i)
{
#ifdef __CUDA_ARCH__
    return i;
#else
    return -i;
#endif
}
__host__ __device__ constexpr int of_both(int i)
{
#ifdef __CUDA_ARCH__
    return i;
#else
    return -i;
#endif
}
template <class T> __host__ __device__ constexpr int of_a_template(T i)
{
#ifdef __CUDA_ARCH__
    return i;
#else
    return -i;
#endif
}
constexpr int of_host_alone(int i)
{
#ifdef __CUDA_ARCH__
    return i;
#else
    return -i;
#endif
}
__global__ void call_constexpr(int *out) { out[0] = relaxed(1) + of_both(2) + of_a_template(3); }
int on_host() { return of_host_alone(3); }
