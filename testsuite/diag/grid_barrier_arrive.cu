#pragma pt kernel
__global__ void a(int *x, int n)
{
    #pragma pt barrier arrive
    x[0] = 1;
}
#pragma pt kernel
__global__ void b(int *x, int n)
{
    #pragma pt barrier wait
    x[0] = 1;
}
#pragma pt kernel
__global__ void c(int *x, int n)
{
    #pragma pt barrier arrive
    #pragma pt barrier
    #pragma pt barrier wait
}
#pragma pt kernel
__global__ void d(int *x, int n)
{
    for (int i = 0; i < n; i++) {
        #pragma pt barrier arrive
        if (x[0]) break;
        for (int k = 0; k < 3; k++) { if (x[k]) continue; }
        #pragma pt barrier wait
    }
    #pragma pt barrier arrive
    if (x[3]) return;
    #pragma pt barrier wait
}
#pragma pt kernel
__global__ void e(int *x, int n)
{
    if (n > 3) {
        #pragma pt barrier arrive
    }
    x[1] = 1;
    #pragma pt barrier wait
    switch (n) {
    case 1:
        #pragma pt barrier arrive
    case 2:
        x[3] = 3;
        #pragma pt barrier wait
    }
    #pragma pt barrier arrive wait
    #pragma pt barrier weit
    #pragma pt barrier(3)
}

#define LEAVE break
#pragma pt kernel
__global__ void f(int *x, int n)
{
    for (int i = 0; i < n; i++) {
        #pragma pt barrier arrive
        if (x[0])
            LEAVE;
        #pragma pt barrier wait
    }
    for (int i = 0; i < n; i++) {
        #pragma pt barrier arrive
        switch (n) {
        case 1: break;
        case 2: continue;
        }
        while (x[1])
            if (x[2])
                break;
            else if (x[3])
                continue;
        #pragma pt barrier wait
        if (n == 7)
            break;
    }
}
