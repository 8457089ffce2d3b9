// Two headers with guards that include each other.
#include "circle_with_guards.cuh"
#include "circle_with_guards_too.cuh"

void start(unsigned *out)
{
    fill<<<1, 1>>>(out);
    fill_too<<<1, 1>>>(out);
}
