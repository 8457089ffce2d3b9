// Functions of ptcc's own headers, which nobody includes here.
#pragma pt kernel
__global__ void votes(int *o)
{
    o[blockIdx.x] = pt_any(o[0] > 0);
}

#pragma pt kernel
__global__ void groups(int *o)
{
    o[blockIdx.x] = pt_group_id();
}

#pragma pt kernel
__global__ void works(pt_queue<int> q, int *o)
{
    o[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void others(int *o)
{
    o[blockIdx.x] = pt_any_other(o[0]);
}
