// Nobody calls these functions of a library by their names, and yet they run.
#include <hidden_calls.cuh>

#pragma pt kernel
__global__ void by_list(unsigned *out) { out[blockIdx.x] = hidden::begins{}.value; }

#pragma pt kernel
__global__ void by_variable(unsigned *out)
{
    hidden::begins x;
    out[blockIdx.x] = x.value;
}

#pragma pt kernel
__global__ void by_part(unsigned *out) { out[blockIdx.x] = hidden::holds().inner.value; }

#pragma pt kernel
__global__ void by_inherited(unsigned *out) { out[blockIdx.x] = hidden::inherits(3).value; }

#pragma pt kernel
__global__ void by_table(unsigned *out) { out[blockIdx.x] = hidden::by_table(); }

#pragma pt kernel
__global__ void by_own_table(unsigned *out) { out[blockIdx.x] = hidden::entries.f(); }

#pragma pt kernel
__global__ void by_address(unsigned *out) { out[blockIdx.x] = hidden::get()(); }

#pragma pt kernel
__global__ void by_address_of_template(unsigned *out)
{
    hidden::function f = hidden::block_of<int>;
    out[blockIdx.x] = f();
}

#pragma pt kernel
__global__ void by_argument(unsigned *out) { out[blockIdx.x] = hidden::by_argument(); }

#pragma pt kernel
__global__ void by_object(unsigned *out) { out[blockIdx.x] = hidden::keeps().f(); }

#pragma pt kernel
__global__ void waits(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = hidden::begins_with_wait{}.value;
}

#pragma pt kernel
__global__ void waits_by_address(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = hidden::get_wait()();
}
