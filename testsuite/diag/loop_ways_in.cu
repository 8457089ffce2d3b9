// Loops that are jumped into stay as they are, and those whose template arguments are declared in them.
#pragma pt kernel
template <int N> __global__ void add(int *a, int v)
{
    a[blockIdx.x] += v + N;
}

int by_goto(int *a, int n)
{
    int i = 0;
    if (n < 0)
        goto middle;
    #pragma pt loop
    for (i = 0; i < n; i++) {
        add<1><<<4, 32>>>(a, i);
      middle:
        add<1><<<4, 32>>>(a, 1);
    }
    return i;
}

void by_switch(int *a, int n)
{
    switch (n % 2) {
    case 0:
        #pragma pt loop
        do {
            add<1><<<4, 32>>>(a, 0);
    case 1:
            add<1><<<4, 32>>>(a, 1);
        } while ((n -= 2) > 0);
    }
}

void by_nothing(int *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        switch (i) {
        case 0:
            add<1><<<4, 32>>>(a, 0);
            break;
        default:
            if (n > 3)
                goto behind;
        }
        add<1><<<4, 32>>>(a, 1);
      behind:
        add<1><<<4, 32>>>(a, 2);
    }
}

void own_arguments(int *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        constexpr int N = 2;
        add<N><<<4, 32>>>(a, i);
    }
}
