// A comment that ends on the kernel's last line stays beside it.
#pragma pt kernel
__global__ void one_line(int *a) { a[blockIdx.x] = 1; } // one line

#pragma pt kernel
__global__ void several(int *a)
{
    a[blockIdx.x] = 2;
} /* of the kernel */ /* several */

#pragma pt kernel
__global__ void goes_on(int *a) { a[blockIdx.x] = 3; } // goes on \
   here

#pragma pt kernel
__global__ void lines(int *a) { a[blockIdx.x] = 4; } /* on
two lines */

#pragma pt kernel
__global__ void something(int *a) { a[blockIdx.x] = 5; } /* then */ int more; // more
