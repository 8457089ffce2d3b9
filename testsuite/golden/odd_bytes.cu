// A byte order mark, CR LF, a tab, a byte that is no UTF-8 (ä), no newline at the end.
#pragma pt kernel \
    schedule(static)
__global__ void k(int *out)
{
	out[blockIdx.x] = 1; // ü
}
void start(int *out) { k<<<1, 1>>>(out); }