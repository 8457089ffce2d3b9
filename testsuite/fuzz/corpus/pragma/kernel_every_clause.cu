#pragma pt kernel schedule(dynamic, 4) groups(2 per sm) order(tile(8,8)) items(f(n, m)[2] /* x */ + 1)
__global__ void k(int n) {}
