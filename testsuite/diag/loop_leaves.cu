// With -Rpt: which loops that an `if` leaves run ahead of what it looks at, and why others wait; the first ones run ahead.
#include <cstdio>

#pragma pt kernel
__global__ void step(float *a, int *changed)
{
    a[blockIdx.x] *= 0.5f;
    if (a[blockIdx.x] > 1)
        *changed = 1;
}

int runs_ahead(float *a, int *changed, int n, int *to)
{
    int again = 1, i;
    #pragma pt loop
    for (i = 0; i < n; i++) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again) {
            printf("left at %d, %d\n", i, *to);
            break;
        }
        step<<<n, 32>>>(a, changed);
    }
    #pragma pt loop
    for (;;) {
        if (i == n) {
            printf("not in %d steps: %d\n", i, again);
            break;
        }
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
        if (i++ == 1000)
            break;
    }
    #pragma pt loop
    while (again) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (++i >= n)
            return -1;
    }
    #pragma pt loop
    while (true) {
        step<<<n, 32>>>(a, changed);
        if (i++ % 10 == 9) {
            cudaMemcpyAsync(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
            if (cudaStreamSynchronize(0) != cudaSuccess)
                i += 100;
            if (again == 0 || i > n)
                return i;
        }
    }
}

int waits(float *a, int *changed, int n, int m)
{
    int again = 1, i = 0;
    #pragma pt loop
    for (;;) { // asked in other rounds than those in which there was a copy
        step<<<n, 32>>>(a, changed);
        if (i++ % 10 == 9)
            cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (i++ % 10 == 9)
            continue;
        if (!again)
            break;
    }
    #pragma pt loop
    for (;;) {
        const int twice = 2 * i++;
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            return twice;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again && i++ > n)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (again < i++)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (again < 5 and m)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        cudaMemset(changed, 0, sizeof *changed);
        if (!again)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
        if (i++ == 1000) { // what is done where it goes on would have to be undone
            if (m-- > 0)
                continue;
            break;
        }
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
        if (again > i)
            break;
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
        for (int k = 0; k < m; k++)
            if (i++ > n)
                return i;
    }
    #pragma pt loop
    for (;;) {
        i += again;
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
    }
    #pragma pt loop
    while (again < 100) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again)
            break;
    }
    #pragma pt loop
    for (;;) { // the branch does not leave it
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again) {
            if (i++ > n)
                break;
        }
    }
    #pragma pt loop
    for (;;) { // it leaves another loop
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        for (int k = 0; k < 10; k++)
            if (!again)
                break;
        if (i++ > n)
            break;
    }
    return i;
}
