// Launches of kernels that are known by their address only: through pointers, and by cudaLaunchKernel and its kin.
//
// In:  an address, a configuration, arguments. Out: the launch of the kernel that lies there: of its persistent twin where
//      one is registered and libptrt decides so, else the launch as it is written.
// Invariant: what is not registered is launched by the very call of the program. Arguments convert to the parameters'
//            types and are evaluated once.
#ifndef PT_ADDRESS_CUH
#define PT_ADDRESS_CUH

#include "launch.cuh"

namespace ptrt {
PTRT_OF_THIS_FILE {

namespace detail {

static inline int launch_registered(const ptrt_twin_t *self, const void *c, void **arguments)
{
    return launch_untyped(*self->description(), *static_cast<const config *>(c), self->original, self->twin, arguments);
}

} // namespace detail

// Makes a kernel known by its address, from before main until the end of the program or its library.
class registration {
  public:
    template <class... Parameter>
    registration(kernel *(*description)(), void (*original)(Parameter...), void (*twin)(pt_launch_t, Parameter...))
        : twin_{reinterpret_cast<const void *>(original), reinterpret_cast<const void *>(twin), sizeof...(Parameter), description,
                detail::launch_registered}
    {
#if defined(PT_CPU)
        ::pt::cpu::kernel_record(original);
        ::pt::cpu::kernel_record(twin);
#endif
        ptrt_register(&twin_);
    }
    ~registration() { ptrt_unregister(&twin_); }
    registration(const registration &) = delete;
    registration &operator=(const registration &) = delete;

  private:
    ptrt_twin_t twin_;
};

// An instantiation of a kernel template, registered because its address is taken. function() is a constant expression, as
// the name of the instantiation is.
template <class Original, Original original, class Twin, Twin twin, kernel *(*description)()> struct registered {
    static const registration object;
    static constexpr auto &function() { return static_cast<void>(&object), *original; }
};

template <class Original, Original original, class Twin, Twin twin, kernel *(*description)()>
const registration registered<Original, original, Twin, twin, description>::object(description, original, twin);

// launch_of(k, config(grid, block))(arguments...) is k<<<grid, block>>>(arguments...) for whatever k points to.
template <class... Parameter> class launcher {
  public:
    launcher(void (*function)(Parameter...), const config &c) : function_(function), config_(c) {}
    void operator()(Parameter... parameters) const
    {
        const ptrt_twin_t *const twin = ptrt_find(reinterpret_cast<const void *>(function_));
        if (!twin) {
            detail::launch_as_written<Parameter &&...>(config_, function_, static_cast<Parameter &&>(parameters)...);
            return;
        }
        void *arguments[] = {nullptr, detail::address_of(parameters)..., nullptr};
        twin->launch(twin, &config_, arguments);
    }

  private:
    void (*function_)(Parameter...);
    config config_;
};

template <class... Parameter> launcher<Parameter...> launch_of(void (*function)(Parameter...), const config &c)
{
    return launcher<Parameter...>(function, c);
}

namespace detail {

enum { parameters_at_most = 256 }; // of kernels that are launched by an array of arguments; others stay plain

// False when the launch must be made as it is written.
static inline bool launch_array(const config &c, const void *function, void **arguments, cudaError_t *result)
{
    const ptrt_twin_t *const twin = ptrt_find(function);
    if (!twin || twin->parameters > parameters_at_most || (twin->parameters && !arguments))
        return false;
    void *with_record[parameters_at_most + 1]; // the launch record goes in front
    for (unsigned i = 0; i < twin->parameters; i++)
        with_record[i + 1] = arguments[i];
    *result = static_cast<cudaError_t>(twin->launch(twin, &c, with_record));
    return true;
}

} // namespace detail

// The functions of the CUDA runtime that bear these names, under the names that its macros give them.
inline cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t dynamic_bytes,
                                    cudaStream_t stream)
{
    cudaError_t result;
    if (detail::launch_array(config(grid, block, dynamic_bytes, stream), function, arguments, &result))
        return result;
    return ::cudaLaunchKernel(function, grid, block, arguments, dynamic_bytes, stream);
}

template <class T>
cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t dynamic_bytes = 0,
                             cudaStream_t stream = 0)
{
    return ::ptrt::cudaLaunchKernel((const void *)function, grid, block, arguments, dynamic_bytes, stream);
}

namespace detail {

static inline bool has_grid_barrier(const ptrt_twin_t *twin) { return (twin->description()->flags & PTRT_KERNEL_GRID_BARRIER) != 0; }

} // namespace detail

// Blocks of a cooperative launch may wait for each other; where ptcc knows of no barrier of the grid they do so in a way of
// their own, and the launch stays as it is.
inline cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                               size_t dynamic_bytes, cudaStream_t stream)
{
    const ptrt_twin_t *const twin = ptrt_find(function);
    cudaError_t result;
    if (twin && detail::has_grid_barrier(twin)) {
        if (detail::launch_array(config(grid, block, dynamic_bytes, stream), function, arguments, &result))
            return result;
    } else if (twin) {
        ptrt_passed_on(twin->description(), "blocks of a cooperative launch may wait for each other");
    }
    return ::cudaLaunchCooperativeKernel(function, grid, block, arguments, dynamic_bytes, stream);
}

template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t dynamic_bytes = 0,
                                        cudaStream_t stream = 0)
{
    return ::ptrt::cudaLaunchCooperativeKernel((const void *)function, grid, block, arguments, dynamic_bytes, stream);
}

#if CUDART_VERSION >= 11080

namespace detail {

// Attributes that mean the same for thread groups as for blocks. Clusters and programmatic launches, cooperative ones of
// kernels without a grid barrier, and whatever is not known here, go to the original.
static inline bool attributes_fit(const cudaLaunchConfig_t &c, const void *function)
{
    if (c.numAttrs && !c.attrs)
        return false;
    for (unsigned i = 0; i < c.numAttrs; i++)
        switch (c.attrs[i].id) {
        case cudaLaunchAttributeIgnore:
        case cudaLaunchAttributeAccessPolicyWindow:
        case cudaLaunchAttributeSynchronizationPolicy:
        case cudaLaunchAttributePriority:
#if CUDART_VERSION >= 12000
        case cudaLaunchAttributeMemSyncDomainMap:
        case cudaLaunchAttributeMemSyncDomain:
#endif
            break;
        case cudaLaunchAttributeCooperative:
            if (const ptrt_twin_t *const twin = c.attrs[i].val.cooperative ? ptrt_find(function) : nullptr)
                if (!has_grid_barrier(twin))
                    return false;
            break;
        default:
            return false;
        }
    return true;
}

} // namespace detail

inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *function, void **arguments)
{
    if (c && detail::attributes_fit(*c, function)) {
        config own(c->gridDim, c->blockDim, c->dynamicSmemBytes, c->stream);
        own.attributes = c->attrs;
        own.attribute_count = c->numAttrs;
        cudaError_t result;
        if (detail::launch_array(own, function, arguments, &result))
            return result;
    } else if (const ptrt_twin_t *const twin = c ? ptrt_find(function) : nullptr) {
        ptrt_passed_on(twin->description(), "an attribute of the launch");
    }
    return ::cudaLaunchKernelExC(c, function, arguments);
}

template <class... Parameter, class... Argument>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*function)(Parameter...), Argument &&...arguments)
{
    return [&](Parameter... parameters) {
        void *array[] = {detail::address_of(parameters)..., nullptr};
        return ::ptrt::cudaLaunchKernelExC(c, reinterpret_cast<const void *>(function), array);
    }(static_cast<Argument &&>(arguments)...);
}

// What is no pointer to a function, such as a cudaKernel_t.
template <class Kernel, class... Argument>
auto cudaLaunchKernelEx(const cudaLaunchConfig_t *c, Kernel called, Argument &&...arguments)
    -> decltype(::cudaLaunchKernelEx(c, called, static_cast<Argument &&>(arguments)...))
{
    return ::cudaLaunchKernelEx(c, called, static_cast<Argument &&>(arguments)...);
}

#endif

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
