// A switch in a loop, in a lambda: its labels are its own. One around the loop jumps into it.
#pragma pt kernel
__global__ void step(int *a, int n) { a[blockIdx.x] += n; }

void run(int *a, int n, int times)
{
    auto steps = [&] {
        #pragma pt loop
        for (int t = 0; t < times; t++) {
            step<<<1, 32>>>(a, n);
            switch (t % 4) {
            case 0: n--; break;
            default: n++;
            }
            switch (n) case 3: default: n += 2;
        }
    };
    steps();
    auto into = [&](int which) {
        switch (which) {
            #pragma pt loop
            while (n-- > 0) {
                switch (times) {
                default: times++;
                }
            case 1:
                step<<<1, 32>>>(a, n);
            }
        }
    };
    into(1);
}
