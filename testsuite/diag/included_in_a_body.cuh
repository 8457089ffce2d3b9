// Of included_in_a_body.cu.
if (threadIdx.x >= n)
    return;
