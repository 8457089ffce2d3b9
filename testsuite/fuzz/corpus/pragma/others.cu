#pragma omp parallel
#pragma ptx kernel
#pragma pt
// #pragma pt kernel
R"(
#pragma pt kernel
)"
