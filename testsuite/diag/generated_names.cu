// Names that generated code has where the program's stand: refused, each with what it is. Elsewhere they are the program's.
#pragma pt kernel
__global__ void sum(float *sum_pt, int sum_pt_item) { sum_pt[blockIdx.x] += sum_pt_item; }

#pragma pt kernel
template <int pt_launch> __global__ void of_template(int *out) { out[blockIdx.x] = pt_launch; }

#pragma pt kernel
__global__ void of_state(int *out)
{
#pragma pt state
    int pt_item = 0;
    pt_item += blockIdx.x;
#pragma pt finish
    {
        atomicAdd(out, pt_item);
    }
}

#pragma pt kernel
__global__ void elsewhere [[maybe_unused]] (int *other_pt, int sum_pt)
{
    int pt_item = 3, pt_order = sum_pt;
    other_pt[blockIdx.x] = pt_item + pt_order;
}
