// Names in clauses that mean nothing where the expressions are evaluated, and those that do.
#include <climits>

static const int declared = 4;
static int n_known = 3;
namespace fitting {
enum { width = 8 };
constexpr int twice(int value) { return 2 * value; }
}

#pragma pt kernel schedule(dynamic, NOT_DEFINED * 2)
__global__ void chunk_is_unknown(int *x) { x[blockIdx.x] = 1; }

#pragma pt kernel groups(wanted)
__global__ void groups_by_parameter(int *x, int wanted) { x[blockIdx.x] = wanted; }

#pragma pt kernel schedule(static, blockDim.x)
__global__ void chunk_of_the_block(int *x) { x[blockIdx.x] = 1; }

#pragma pt kernel order(tile(TILE_WIDTH, 8))
__global__ void tile_is_unknown(int *x) { x[blockIdx.x] = 1; }

#pragma pt kernel items(*how_many)
__global__ void items_are_unknown(int *x, int *count) { x[blockIdx.x] = *count; }

#pragma pt kernel groups(2/sm)
__global__ void groups_of_a_typo(int *x) { x[blockIdx.x] = 1; }

#pragma pt kernel groups(LATER per sm)
__global__ void defined_later(int *x) { x[blockIdx.x] = 1; }
#define LATER 4

// A variable of the file is meant, and no parameter; macros of headers and of the command line; template parameters; a macro of the compiler.
#pragma pt kernel groups(n_known)
__global__ void a_variable(int *x, int n_known) { x[blockIdx.x] = n_known; }

#pragma pt kernel schedule(dynamic, THREADS / 32) groups(GIVEN + CHAR_BIT + declared + fitting::twice(fitting::width) + (int)sizeof(uint3) + __CUDACC_VER_MAJOR__)
template <int THREADS> __global__ void much_is_known(int *x) { x[blockIdx.x] = 1; }

#pragma pt kernel items(*counts + int(x[0]) + INT_MIN - INT_MIN)
__global__ void of_parameters(int *x, const int *counts) { x[blockIdx.x] = *counts; }
