// A header that includes itself and must change has no place where all of its text could stand.
#define DEPTH 2
#include "circle.cuh"

void start(unsigned *out)
{
    fill<<<1, 1>>>(out);
}
