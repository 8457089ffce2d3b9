// With -Rpt: what the host must not do a few rounds further than the loop goes, so that it waits; the first loop runs ahead.
#define COUNT(x) do { (x)++; } while (0)

#pragma pt kernel
__global__ void step(float *a, int *changed)
{
    a[blockIdx.x] *= 0.5f;
    if (a[blockIdx.x] > 1)
        *changed = 1;
}

void runs_ahead(float *a, int *changed, const int n)
{
    int again = 1, i = 0, sums[4] = {};
    #pragma pt loop
    while (again) {
        if (i % n == 0 && i / 2 < 100)
            sums[1] += i;
        for (int k = 0; k < i; k++)
            step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        COUNT(i);
    }
}

void waits(float *a, int *changed, int n)
{
    int again = 1, i = 0, sums[4] = {};
    #pragma pt loop
    while (again) {
        step<<<1000 / n--, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) {
        sums[i++] = i;
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    struct { int x; } members[4] = {};
    #pragma pt loop
    while (again) {
        members[i++].x = i;
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) {
        while (n % 2 == 0)
            n /= 2;
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    for (;;) {
        step<<<n, 32>>>(a, changed);
        cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
        if (!again) {
            if (n-- > 0)
                goto next; // it does not leave the loop
            break;
        }
    next:
        i++;
    }
}

template <class T> struct base {
    int rounds;
};

template <class T, class Log> struct solver : base<T> {
    static T total;
    void waits_for_its_base(float *a, int *changed, int n)
    {
        int again = 1;
        #pragma pt loop
        while (again) {
            step<<<n, 32>>>(a, changed);
            cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
            base<T>::rounds++;
        }
    }
    void waits_for_what_an_operator_does(float *a, int *changed, int n, Log log)
    {
        int again = 1;
        #pragma pt loop
        while (again) {
            step<<<n, 32>>>(a, changed);
            cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
            log << n;
        }
    }
    void waits_for_a_conversion(float *a, int *changed, int n, Log log)
    {
        int again = 1;
        #pragma pt loop
        while (again) {
            step<<<n, 32>>>(a, changed);
            cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
            if (log)
                n++;
        }
    }
};
