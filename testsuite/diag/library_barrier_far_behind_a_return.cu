// Each function calls the one before it twice: whoever looks into every call again does not come to an end.
#include <cooperative_groups.h>

__device__ void f0()
{
    cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()).sync();
}
__device__ void f1() { f0(); f0(); }
__device__ void f2() { f1(); f1(); }
__device__ void f3() { f2(); f2(); }
__device__ void f4() { f3(); f3(); }
__device__ void f5() { f4(); f4(); }
__device__ void f6() { f5(); f5(); }
__device__ void f7() { f6(); f6(); }
__device__ void f8() { f7(); f7(); }
__device__ void f9() { f8(); f8(); }
__device__ void f10() { f9(); f9(); }
__device__ void f11() { f10(); f10(); }
__device__ void f12() { f11(); f11(); }
__device__ void f13() { f12(); f12(); }
__device__ void f14() { f13(); f13(); }
__device__ void f15() { f14(); f14(); }
__device__ void f16() { f15(); f15(); }
__device__ void f17() { f16(); f16(); }
__device__ void f18() { f17(); f17(); }
__device__ void f19() { f18(); f18(); }
__device__ void f20() { f19(); f19(); }
__device__ void f21() { f20(); f20(); }
__device__ void f22() { f21(); f21(); }
__device__ void f23() { f22(); f22(); }
__device__ void f24() { f23(); f23(); }
__device__ void f25() { f24(); f24(); }
__device__ void f26() { f25(); f25(); }
__device__ void f27() { f26(); f26(); }
__device__ void f28() { f27(); f27(); }
__device__ void f29() { f28(); f28(); }
__device__ void f30() { f29(); f29(); }
__device__ void f31() { f30(); f30(); }
__device__ void f32() { f31(); f31(); }
__device__ void f33() { f32(); f32(); }
__device__ void f34() { f33(); f33(); }
__device__ void f35() { f34(); f34(); }
__device__ void f36() { f35(); f35(); }
__device__ void f37() { f36(); f36(); }
__device__ void f38() { f37(); f37(); }
__device__ void f39() { f38(); f38(); }
__device__ void f40() { f39(); f39(); }
__device__ void f41() { f40(); f40(); }
__device__ void f42() { f41(); f41(); }
__device__ void f43() { f42(); f42(); }
__device__ void f44() { f43(); f43(); }
__device__ void f45() { f44(); f44(); }
__device__ void f46() { f45(); f45(); }
__device__ void f47() { f46(); f46(); }
__device__ void f48() { f47(); f47(); }
__device__ void f49() { f48(); f48(); }
__device__ void f50() { f49(); f49(); }
__device__ void f51() { f50(); f50(); }
__device__ void f52() { f51(); f51(); }
__device__ void f53() { f52(); f52(); }
__device__ void f54() { f53(); f53(); }
__device__ void f55() { f54(); f54(); }
__device__ void f56() { f55(); f55(); }
__device__ void f57() { f56(); f56(); }
__device__ void f58() { f57(); f57(); }
__device__ void f59() { f58(); f58(); }
__device__ void f60() { f59(); f59(); }
__device__ void f61() { f60(); f60(); }
__device__ void f62() { f61(); f61(); }
__device__ void f63() { f62(); f62(); }
__device__ void f64() { f63(); f63(); }
__device__ void f65() { f64(); f64(); }
__device__ void f66() { f65(); f65(); }
__device__ void f67() { f66(); f66(); }
__device__ void f68() { f67(); f67(); }
__device__ void f69() { f68(); f68(); }
__device__ void f70() { f69(); f69(); }

#pragma pt kernel
__global__ void k(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    f70();
    out[blockIdx.x] = 1;
}
