// Names that ptcc prints, taken by macros, and the namespaces of its headers.
#define grid_dim(x) (x)
#define work_queue(x) (x)
#define among ?
#define bool bool
#define software_block 3 // found in a comment: #define leave
#ifdef NOT_DEFINED
#define block_index 3
#endif
#define launch 1
#define config 2
namespace other { struct pt {}; }
namespace pt = other;
typedef int ptrt;

#pragma pt kernel
__global__ void k(int *out)
{
    int pt = launch, ptrt = config;
    out[blockIdx.x] = pt + ptrt;
}

// Parameters of a type are declared nowhere.
typedef void (*expand)(float px, float pt);
using shown = void(float ptrt);
extern "C" {
typedef int (*seen)(int pt);
}
template <class pt> struct box;
template <int ptrt> void boxed(int pt);
