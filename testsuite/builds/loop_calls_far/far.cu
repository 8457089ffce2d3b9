// Needs more registers than a kernel of 1024 threads can have.
__device__ float far_away(const float *p, int n)
{
    float r[48], sum = 0;
    for (int i = 0; i < 48; i++)
        r[i] = p[i];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 48; i++)
            r[i] = r[i] * r[(i + 7) % 48] + r[(i * 5 + 3) % 48];
    for (int i = 0; i < 48; i++)
        sum += r[i];
    return sum;
}
