_Pragma("pt kernel schedule(static, 0x10'0ull) // c") __global__ void k(); _Pragma(LR"x(pt launch mode(nonpt))x") k<<<1,1>>>();
