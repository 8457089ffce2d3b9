// Nothing annotated: the output is the source, byte for byte.
__global__ void k(int *out) { out[blockIdx.x] = 1; }
	void start(int *out) { k<<<1, 1>>>(out); }  


