{ o[blockIdx.x] = 1; }
