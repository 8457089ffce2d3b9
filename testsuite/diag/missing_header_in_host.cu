// What a missing header would declare, in text of the host that nothing is rewritten in.
#include <not/there.h>
void norm
(
    at::Tensor x,
    c10::optional<at::Tensor> w,
    float epsilon
);
#pragma pt kernel
__global__ void k(int *p) { p[blockIdx.x] = 1; }
void run(at::Tensor x)
{
    CHECK(x.dim() == 1, "one dimension")
    movie_t *movie;
    movie = (movie_t *)movie_open("film", 1);
    k<<<4, 1>>>((int *)x.data_ptr());
}
