// Values of clauses that begin with a digit, and are more than that number.
const long long wide = 3;

#pragma pt kernel schedule(dynamic, 2*wide) groups(4096ull*1048576+2)
__global__ void k(int *out, int most) { out[blockIdx.x] = most; }

#pragma pt kernel schedule(dynamic, 2) groups(16)
__global__ void literal(int *out) { out[blockIdx.x] = 1; }

void start(int *out, int n)
{
    k<<<100, 32>>>(out, 1);
    literal<<<100, 32>>>(out);
    #pragma pt launch mode(groups(2*n))
    k<<<100, 32>>>(out, 1);
}

// A prototype does not know the clause's names.
__global__ void behind_prototype(int *out);
constexpr int few = 4;
#pragma pt kernel schedule(dynamic, few)
__global__ void behind_prototype(int *out) { out[blockIdx.x] = 1; }
void launch(int *out) { behind_prototype<<<100, 32>>>(out); }
