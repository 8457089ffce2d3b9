// A body between digraphs, and a kernel that is defined as the friend of a class.
#pragma pt kernel
__global__ void digraphs(int *p) <% p[blockIdx.x] = 1; %>

struct owner {
#pragma pt kernel
    friend __global__ void inside(owner *o) { o->p[blockIdx.x] = 1; }

  private:
    int *p;
};
__global__ void inside(owner *o);
void f(owner *o, int *p)
{
    digraphs<<<100, 1>>>(p);
    inside<<<100, 1>>>(o);
}

#pragma pt kernel
__global__ void (in_parentheses)(int *p) { p[blockIdx.x] = 1; }

using signature = void(int *);
#pragma pt kernel
__global__ signature by_type;
__global__ void by_type(int *p) { *p = 1; }
