#pragma pt kernel
__global__ void k(int *out)
{
    out[blockIdx.x] = 1;
}

#define CHECK(call) do { call; } while (0)

void repeated(int *out)
{
#pragma pt launch mode(nonpt)
#pragma pt launch mode(max)
    k<<<1, 1>>>(out);
}

void several(int *out, int n)
{
#pragma pt launch mode(nonpt)
    {
        k<<<1, 1>>>(out);
        k<<<1, 1>>>(out);
    }
#pragma pt launch mode(nonpt)
    if (n)
        k<<<1, 1>>>(out);
    else
        k<<<2, 1>>>(out);
#pragma pt launch mode(nonpt)
    for (int i = 0; i < n; i++)
        if (i) {
            k<<<1, 1>>>(out);
            k<<<1, 1>>>(out);
        }
#pragma pt launch mode(nonpt)
    do {
        k<<<1, 1>>>(out);
        k<<<1, 1>>>(out);
    } while (n--);
#pragma pt launch mode(nonpt)
    k<<<1, 1>>>(out), k<<<2, 1>>>(out);
}

void one(int *out, int n)
{
#pragma pt launch mode(nonpt)
    for (int i = 0; i < n; i++)
        k<<<1, 1>>>(out);
    k<<<1, 1>>>(out);
#pragma pt launch mode(nonpt)
    {
        k<<<1, 1>>>(out);
    }
    k<<<1, 1>>>(out);
#pragma pt launch mode(nonpt)
    CHECK((k<<<1, 1>>>(out)));
    k<<<1, 1>>>(out);
#pragma pt launch mode(nonpt)
    if (n)
        k<<<1, 1>>>(out);
    k<<<1, 1>>>(out);
#pragma pt launch mode(nonpt)
    do
        k<<<1, 1>>>(out);
    while (n--);
    k<<<1, 1>>>(out);
}
