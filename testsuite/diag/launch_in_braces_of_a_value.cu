// A variable has the name of a kernel, and clang does not read what launches it, for the braces: nvcc launches what the variable holds.
#pragma pt kernel
__global__ void other(int *a) { *a = 2; }
#pragma pt kernel
__global__ void captured(int *a) { *a = 1; }
#pragma pt kernel
__global__ void bound(int *a) { *a = 1; }
#pragma pt kernel
__global__ void each(int *a) { *a = 1; }
#pragma pt kernel
__global__ void braced(int *a) { *a = 1; }
#pragma pt kernel
__global__ void in_parentheses(int *a) { *a = 1; }
#pragma pt kernel
__global__ void of_template(int *a) { *a = 1; }
#pragma pt kernel
__global__ void itself(int *a);
__global__ void itself(int *a) { *a = 1; }

typedef void (*launched)(int *);

void by_capture(int *a)
{
    [a, captured = other] { captured<<<{1}, 1>>>(a); }();
}

void by_binding(int *a, const launched (&all)[2])
{
    auto const &[bound, n] = all;
    bound<<<{1}, 1>>>(a);
}

void by_range(int *a, const launched (&all)[2])
{
    for (auto each : all)
        each<<<{1}, 1>>>(a);
}

void by_braces(int *a)
{
    launched braced{other};
    braced<<<{1}, 1>>>(a);
}

void by_parentheses(int *a)
{
    launched in_parentheses(other);
    in_parentheses<<<{1}, 1>>>(a);
}

template <void (*of_template)(int *), auto...> void by_template(int *a)
{
    of_template<<<{1}, 1>>>(a);
}

// The kernel itself.
void plain(int *a)
{
    itself<<<{1}, 1>>>(a);
}
