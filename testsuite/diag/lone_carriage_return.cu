// A directive behind a line that ends, to some compilers. In a raw string the carriage return is text.
const char *const text = R"(ab)";
// a comment#pragma pt kernel
__global__ void k(int *a) { a[blockIdx.x] = 1; }
