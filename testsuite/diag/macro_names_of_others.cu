// Names of macros that lead to words which count or name a text: what is no use of the macro is as good as any other name.
#define error(message) report(__PRETTY_FUNCTION__, __LINE__, message)
#define log(...) report(__func__, 0, __VA_ARGS__)
#define number(n) (n * __COUNTER__)
#define apply(f, x) f(x)
#define slot __COUNTER__
#define does(statement, f, x) { statement; out[0] = f(x); }
#define saved __COUNTER__
#define scope(x) report("", __LINE__, x)
#define again __COUNTER__
int report(const char *, int, const char *);
enum { first = slot, second = slot };
#undef slot
#undef again
#pragma push_macro("saved")
#undef saved
#pragma pop_macro("saved")
#define again __COUNTER__
namespace scope { enum kind { block, device }; }

#pragma pt kernel
template <scope::kind K> __global__ void accepted(float *out, float *log, int n)
{
    const int slot = blockIdx.x * blockDim.x + threadIdx.x;
    float error = out[slot] - 1, number = 2, behind = 1;
    if (slot < n)
        out[slot] = error * error * number * behind + K;
    log[slot] = error;
}
#define behind __PRETTY_FUNCTION__

#pragma pt kernel
__global__ void called(int *out) { out[blockIdx.x] = number(2); }
#pragma pt kernel
__global__ void applied(int *out) { out[blockIdx.x] = apply(number, 2); }
#pragma pt kernel
__global__ void defined_again(int *out) { out[blockIdx.x] = again; }
#ifdef NOT_DEFINED
#undef scope
#endif
#pragma pt kernel
__global__ void maybe_taken_back(int *out, int n = scope("")) { out[blockIdx.x] = 1; }
#pragma pt kernel
__global__ void behind_a_statement(int *out) { does(int i = 1; i++, number, 2) }
#pragma pt kernel
__global__ void given_back(int *out) { out[0] = saved; }
