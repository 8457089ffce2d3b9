// #pragma pt loop: host code that sees what the kernels before it have done, by whatever way it does: a reference, a member of the
// object at hand, a function that names a variable, a destructor, what a library calls.
// expect: handled
// nvcc: -diag-suppress=550
// needs: c++17
#include "check.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

#pragma pt kernel
__global__ void add_and_poison(int *scratch, int *sum, int i)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *sum += *scratch + i;
        *scratch = -1;
    }
}

constexpr int steps = 5, expected = 15; // 1 + 2 + 3 + 4 + 5
__managed__ int seen;
#define ON_BOTH_SIDES __managed__
ON_BOTH_SIDES int seen_too;
static int *global;
static int read_managed() { return seen; }
static int read_global() { return *global; }
static int &the_global() { return *global; }
static int by_default(int value = *global) { return value; }

struct holder {
    int &value;
};

struct converted {
    const int *from;
    operator int() const { return *from; }
};

struct state {
    int value, unused;
    int *address() { return &value; }
    int member()
    {
        int sum = 0, *const device = address();
#pragma pt loop
        for (int i = 0; i < steps; ++i) {
            increase<<<2, 32>>>(device);
            CUDA_OK(cudaDeviceSynchronize());
            sum += value;
        }
        return sum;
    }
};

static int by_reference(int *device)
{
    int sum = 0;
    int &r = *device;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += r;
    }
    return sum;
}

static int by_array(int *device)
{
    int sum = 0;
    int(&r)[4] = *reinterpret_cast<int(*)[4]>(device);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += r[0];
    }
    return sum;
}

static int by_holder(int *device)
{
    int sum = 0;
    holder h{*device};
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += h.value;
    }
    return sum;
}

static int by_binding(int *device)
{
    int sum = 0;
    auto &[value, unused] = *reinterpret_cast<state *>(device);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += value;
    }
    return sum;
}

static int by_member_pointer(int *device)
{
    int sum = 0;
    int state::*const member = &state::value;
    state *const s = reinterpret_cast<state *>(device);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += s->*member;
    }
    return sum;
}

static int by_lambda(int *device)
{
    int sum = 0;
    const auto read = [device] { return *device; };
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += read();
    }
    return sum;
}

static int by_conversion(int *device)
{
    int sum = 0;
    const converted c{device};
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += c;
    }
    return sum;
}

static int by_function(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += read_global();
    }
    return sum;
}

static int by_returned_reference(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += the_global();
    }
    return sum;
}

static int by_default_argument(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += by_default();
    }
    return sum;
}

static int by_range(int *device)
{
    int sum = 0, (&all)[4] = *reinterpret_cast<int(*)[4]>(device);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        for (int value : all)
            sum += value;
    }
    return sum;
}

static int by_managed(int *)
{
    int sum = 0, *device = nullptr;
    CUDA_OK(cudaGetSymbolAddress(reinterpret_cast<void **>(&device), seen));
    seen = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += read_managed();
    }
    return sum;
}

static int by_managed_of_macro(int *)
{
    int sum = 0, *device = nullptr;
    CUDA_OK(cudaGetSymbolAddress(reinterpret_cast<void **>(&device), seen_too));
    seen_too = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += seen_too;
    }
    return sum;
}

// A parameter that is written as an array is a pointer.
static int by_parameter(int device[16])
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += device[0];
    }
    return sum;
}

static int by_argument(state &s)
{
    int sum = 0, *const device = s.address();
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += s.value;
    }
    return sum;
}

static int by_destructor(int *device)
{
    struct adds {
        int *from, &sum;
        ~adds() { sum += *from; }
    };
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        const adds at_the_end{device, sum};
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
    }
    return sum;
}

// What makes objects without a word: first values of members, constructors, copies and destructors of parts.
struct first_value {
    int value = *global;
};
struct first_value_of_list {
    int one, value = *global;
};
struct constructed {
    int value;
    constructed() : value(0) { value = *global; }
};
struct has_part {
    constructed part;
};
struct has_parts : has_part {};
struct has_base : constructed {};
static int ended;
struct ends {
    ~ends() { ended += *global; }
};
struct has_ending_base : ends {};
struct copied {
    int value = 0;
    copied() {}
    copied(const copied &) : value(0) { value = *global; }
};
struct has_copied_part {
    copied part;
};

static int by_first_value(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        first_value object; // its constructor is the compiler's
        sum += object.value;
    }
    return sum;
}

static int by_first_value_of_list(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        const first_value_of_list object{1};
        sum += object.value;
    }
    return sum;
}

static int by_constructor_of_part(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        has_parts object;
        sum += object.part.value;
    }
    return sum;
}

static int by_constructor_of_base(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        has_base object;
        sum += object.value;
    }
    return sum;
}

static int by_destructor_of_base(int *device)
{
    int sum = 0;
    ended = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        {
            has_ending_base object;
        }
        sum = ended;
    }
    return sum;
}

static int by_copy_of_part(int *device)
{
    int sum = 0;
    has_copied_part whole;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        const has_copied_part copy = whole;
        sum += copy.part.value;
    }
    return sum;
}

static int by_capture(int *device)
{
    int sum = 0;
    has_copied_part whole;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        const auto captured = [whole] { return whole.part.value; };
        sum += captured();
    }
    return sum;
}

static int by_atomic(int *device)
{
    int sum = 0;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        const int value = __atomic_load_n(device, __ATOMIC_SEQ_CST);
        sum += value;
    }
    return sum;
}

// The library calls what was made in front of the loop.
static int by_library(int *device)
{
    int sum = 0, one[1] = {0};
    const auto copy = [device](int) {
        int value = 0;
        CUDA_OK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
        return value;
    };
    const std::function<int(int)> kept = copy;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        if (i % 2)
            one[0] = kept(0);
        else
            std::transform(one, one + 1, one, copy);
        sum += one[0];
    }
    return sum;
}

// Memory that is given back while launches still need it.
struct gives_back {
    void operator()(int *memory) const
    {
        const int poison = 1000;
        CUDA_OK(cudaMemcpy(memory, &poison, sizeof poison, cudaMemcpyHostToDevice));
        CUDA_OK(cudaFree(memory));
    }
};

struct owner {
    int *memory;
    ~owner() { gives_back()(memory); }
};

template <class T> struct owner_of {
    T *memory;
    ~owner_of() { gives_back()(memory); }
};

template <class T> static void in_a_template(T *const *memory, T *sum)
{
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        const owner_of<T> scratch{memory[i]};
        add_and_poison<<<2, 32>>>(memory[i], sum, i);
    }
}

struct managed_object {
    int value = 0;
    static void *operator new(size_t bytes)
    {
        void *memory = nullptr;
        CUDA_OK(cudaMallocManaged(&memory, bytes));
        return memory;
    }
    static void operator delete(void *memory) { gives_back()(static_cast<int *>(memory)); }
};

static std::vector<int *> allocated()
{
    std::vector<int *> all(steps);
    for (int *&memory : all) {
        CUDA_OK(cudaMalloc(&memory, sizeof *memory));
        CUDA_OK(cudaMemset(memory, 0, sizeof *memory));
    }
    return all;
}

static void memory_given_back()
{
    check::device_array<int> total(1);
    total.zero();
    int *const sum = total.get();
    int *memory[steps];
    for (int kind = 0; kind < 3; ++kind) {
        const std::vector<int *> all = allocated();
        std::copy(all.begin(), all.end(), memory);
        if (kind == 2) {
            in_a_template(memory, sum);
        } else if (kind) {
#pragma pt loop
            for (int i = 0; i < steps; ++i) {
                const std::unique_ptr<int, gives_back> scratch(memory[i]);
                add_and_poison<<<2, 32>>>(memory[i], sum, i);
            }
        } else {
#pragma pt loop
            for (int i = 0; i < steps; ++i) {
                const owner scratch{memory[i]};
                add_and_poison<<<2, 32>>>(memory[i], sum, i);
            }
        }
    }
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        managed_object *const object = new managed_object;
        add_and_poison<<<2, 32>>>(&object->value, sum, i);
        delete object;
    }
    check::equal("given back", total.host(), std::vector<int>(1, 40));
}

int main()
{
    check::begin("loop_host_sees");
    int *memory = nullptr;
    CUDA_OK(cudaMallocManaged(&memory, 64));
    global = memory;
    const struct {
        const char *name;
        int (*run)(int *);
    } all[] = {
        {"by_reference", by_reference},
        {"by_array", by_array},
        {"by_holder", by_holder},
        {"by_binding", by_binding},
        {"by_member_pointer", by_member_pointer},
        {"by_lambda", by_lambda},
        {"by_conversion", by_conversion},
        {"by_function", by_function},
        {"by_returned_reference", by_returned_reference},
        {"by_default_argument", by_default_argument},
        {"by_range", by_range},
        {"by_managed", by_managed},
        {"by_managed_of_macro", by_managed_of_macro},
        {"by_parameter", by_parameter},
        {"by_destructor", by_destructor},
        {"by_library", by_library},
        {"by_first_value", by_first_value},
        {"by_first_value_of_list", by_first_value_of_list},
        {"by_constructor_of_part", by_constructor_of_part},
        {"by_constructor_of_base", by_constructor_of_base},
        {"by_destructor_of_base", by_destructor_of_base},
        {"by_copy_of_part", by_copy_of_part},
        {"by_capture", by_capture},
        {"by_atomic", by_atomic},
    };
    for (const auto &one : all) {
        memset(memory, 0, 64);
        check::value(one.name, one.run(memory), expected);
    }
    memset(memory, 0, 64);
    check::value("member", reinterpret_cast<state *>(memory)->member(), expected);
    memset(memory, 0, 64);
    check::value("argument", by_argument(*reinterpret_cast<state *>(memory)), expected);
    CUDA_OK(cudaFree(memory));
    memory_given_back();
    return check::finish();
}
