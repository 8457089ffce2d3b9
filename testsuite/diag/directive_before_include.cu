#pragma pt kernel
#include "functor_header.cuh"
int main() {}
