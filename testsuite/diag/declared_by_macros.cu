// Heads whose parameters come out of a macro cannot be taken apart; single parameters, specifiers and types can.
#define PARAMETERS int *out, int n
#pragma pt kernel
__global__ void several_parameters(PARAMETERS) { out[blockIdx.x] = n; }

#define TEMPLATE_KERNEL(T) template <class T> __global__ void
#pragma pt kernel
TEMPLATE_KERNEL(T) template_header(T *out) { out[blockIdx.x] = 1; }

#define RESTRICT(type, name) const type *__restrict__ name
#define KERNEL __global__ void
#pragma pt kernel
KERNEL one_parameter(RESTRICT(int, in), int *out) { out[blockIdx.x] = in[0]; }
