// Thrust: containers, pointers, iterators, functors, tuples and the algorithms' names (CCCL documentation, "Thrust").
//
// Algorithms take whatever arguments a call has; their results are those of the documentation where code depends on
// them, with and without an execution policy in front. Every thrust header leads here.
#ifndef PTCC_SHIM_THRUST_H
#define PTCC_SHIM_THRUST_H

#include <cuda_runtime.h>
#include <chrono>
#include <functional>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM 1
#define PT_SHIM_TH __host__ __device__

namespace thrust {

using std::ptrdiff_t;
using std::size_t;
struct host_system_tag {};
struct device_system_tag {};
struct random_access_device_iterator_tag : std::random_access_iterator_tag {};

// Execution policies
struct pt_shim_policy {
    pt_shim_policy on(cudaStream_t stream) const;
    template <class A> pt_shim_policy operator()(A &&allocator) const;
    template <class A> pt_shim_policy with(A &&allocator) const;
};
template <class Derived> struct execution_policy : pt_shim_policy {};
template <class Derived> struct device_execution_policy : pt_shim_policy {};
template <class Derived> struct host_execution_policy : pt_shim_policy {};
static const __device__ pt_shim_policy seq = {};
static const pt_shim_policy device = {};
static const pt_shim_policy host = {};
namespace cuda {
static const pt_shim_policy par = {};
static const pt_shim_policy par_nosync = {};
typedef device_system_tag tag;
template <class Derived> struct execution_policy : pt_shim_policy {};
template <class T> struct pointer;
}
namespace system {
namespace cuda {
using namespace ::thrust::cuda;
template <class Derived> struct execution_policy : pt_shim_policy {};
namespace experimental { template <class T> struct pinned_allocator : std::allocator<T> { template <class U> struct rebind { typedef pinned_allocator<U> other; }; }; }
}
using std::error_code;
}
namespace cuda_cub { using namespace ::thrust::cuda; }
namespace omp { static const pt_shim_policy par = {}; }
namespace cpp { static const pt_shim_policy par = {}; }
template <class T> struct pt_shim_is_policy { enum { value = std::is_base_of<pt_shim_policy, typename std::decay<T>::type>::value }; };
using system_error = std::system_error;
inline const std::error_category &cuda_category() { return std::system_category(); }

// Pointers and references
template <class T> class device_reference;
template <class T> class device_ptr {
public:
    typedef T value_type; typedef T element_type; typedef std::ptrdiff_t difference_type; typedef device_ptr pointer; typedef device_reference<T> reference;
    typedef random_access_device_iterator_tag iterator_category;
    PT_SHIM_TH device_ptr(); PT_SHIM_TH device_ptr(std::nullptr_t); template <class U> PT_SHIM_TH explicit device_ptr(U *pointer);
    template <class U> PT_SHIM_TH device_ptr(const device_ptr<U> &other);
    PT_SHIM_TH T *get() const; PT_SHIM_TH reference operator*() const; PT_SHIM_TH T *operator->() const;
    PT_SHIM_TH reference operator[](std::ptrdiff_t index) const;
    PT_SHIM_TH device_ptr &operator++(); PT_SHIM_TH device_ptr operator++(int); PT_SHIM_TH device_ptr &operator--(); PT_SHIM_TH device_ptr operator--(int);
    PT_SHIM_TH device_ptr &operator+=(std::ptrdiff_t n); PT_SHIM_TH device_ptr &operator-=(std::ptrdiff_t n);
    PT_SHIM_TH device_ptr operator+(std::ptrdiff_t n) const; PT_SHIM_TH device_ptr operator-(std::ptrdiff_t n) const;
    PT_SHIM_TH std::ptrdiff_t operator-(const device_ptr &other) const; PT_SHIM_TH bool operator==(const device_ptr &other) const;
    PT_SHIM_TH bool operator!=(const device_ptr &other) const; PT_SHIM_TH bool operator<(const device_ptr &other) const;
    PT_SHIM_TH explicit operator bool() const;
};
template <> class device_ptr<void> { public: PT_SHIM_TH device_ptr(); PT_SHIM_TH explicit device_ptr(void *pointer); PT_SHIM_TH void *get() const; };
template <class T> class device_reference {
public:
    typedef T value_type; typedef device_ptr<T> pointer;
    PT_SHIM_TH explicit device_reference(const pointer &p);
    PT_SHIM_TH device_reference &operator=(const device_reference &other); PT_SHIM_TH device_reference &operator=(const T &value);
    PT_SHIM_TH operator T() const; PT_SHIM_TH pointer operator&() const;
    PT_SHIM_TH device_reference &operator+=(const T &value); PT_SHIM_TH device_reference &operator-=(const T &value);
    PT_SHIM_TH device_reference &operator*=(const T &value); PT_SHIM_TH device_reference &operator/=(const T &value);
    PT_SHIM_TH device_reference &operator++(); PT_SHIM_TH T operator++(int); PT_SHIM_TH device_reference &operator--(); PT_SHIM_TH T operator--(int);
};
template <class T> std::ostream &operator<<(std::ostream &out, const device_reference<T> &reference);
template <class T> PT_SHIM_TH device_ptr<T> device_pointer_cast(T *pointer);
template <class T> PT_SHIM_TH device_ptr<T> device_pointer_cast(const device_ptr<T> &pointer);
template <class T> PT_SHIM_TH T *raw_pointer_cast(T *pointer);
template <class T> PT_SHIM_TH T *raw_pointer_cast(const device_ptr<T> &pointer);
template <class T> PT_SHIM_TH T &raw_reference_cast(T &reference);
template <class T> PT_SHIM_TH T &raw_reference_cast(const device_reference<T> &reference);
template <class T> device_ptr<T> device_malloc(std::size_t count);
device_ptr<void> device_malloc(std::size_t bytes);
template <class T> void device_free(device_ptr<T> pointer);
template <class T> device_ptr<T> device_new(std::size_t count = 1);
template <class T> void device_delete(device_ptr<T> pointer, std::size_t count = 1);
template <class T, class System> device_ptr<T> malloc(const System &system, std::size_t count);
template <class System, class P> void free(const System &system, P pointer);
template <class T> struct device_allocator { typedef T value_type; typedef device_ptr<T> pointer; pointer allocate(std::size_t count); void deallocate(pointer p, std::size_t count); };
template <class T> using device_malloc_allocator = device_allocator<T>;

// Containers
template <class T, class Allocator = std::allocator<T>> class host_vector;
template <class T, class Allocator = device_allocator<T>> class device_vector {
public:
    typedef T value_type; typedef std::size_t size_type; typedef std::ptrdiff_t difference_type; typedef device_ptr<T> pointer;
    typedef device_ptr<const T> const_pointer; typedef device_reference<T> reference; typedef device_reference<const T> const_reference;
    typedef device_ptr<T> iterator; typedef device_ptr<const T> const_iterator; typedef std::reverse_iterator<iterator> reverse_iterator;
    device_vector(); explicit device_vector(std::size_t count); device_vector(std::size_t count, const T &value);
    device_vector(const device_vector &other); device_vector(device_vector &&other);
    template <class U, class B> device_vector(const device_vector<U, B> &other);
    template <class U, class B> device_vector(const host_vector<U, B> &other);
    template <class U, class B> device_vector(const std::vector<U, B> &other);
    device_vector(std::initializer_list<T> values);
    template <class I, class = typename std::enable_if<!std::is_integral<I>::value>::type> device_vector(I first, I last);
    device_vector &operator=(const device_vector &other); device_vector &operator=(device_vector &&other);
    template <class U, class B> device_vector &operator=(const device_vector<U, B> &other);
    template <class U, class B> device_vector &operator=(const host_vector<U, B> &other);
    template <class U, class B> device_vector &operator=(const std::vector<U, B> &other);
    device_vector &operator=(std::initializer_list<T> values);
    iterator begin(); iterator end(); const_iterator begin() const; const_iterator end() const; const_iterator cbegin() const; const_iterator cend() const;
    reverse_iterator rbegin(); reverse_iterator rend();
    pointer data(); const_pointer data() const; std::size_t size() const; std::size_t capacity() const; bool empty() const;
    reference operator[](std::size_t index); const_reference operator[](std::size_t index) const;
    reference front(); const_reference front() const; reference back(); const_reference back() const;
    void resize(std::size_t count); void resize(std::size_t count, const T &value); void reserve(std::size_t count); void clear();
    void shrink_to_fit(); void push_back(const T &value); void pop_back(); void swap(device_vector &other);
    void assign(std::size_t count, const T &value); template <class I, class = typename std::enable_if<!std::is_integral<I>::value>::type> void assign(I first, I last);
    iterator erase(iterator place); iterator erase(iterator first, iterator last); iterator insert(iterator place, const T &value);
    template <class I> void insert(iterator place, I first, I last);
};
template <class T, class Allocator> class host_vector : public std::vector<T, Allocator> {
public:
    using std::vector<T, Allocator>::vector;
    host_vector() = default; host_vector(const host_vector &) = default; host_vector(host_vector &&) = default;
    host_vector(const std::vector<T, Allocator> &other); template <class U, class B> host_vector(const device_vector<U, B> &other);
    template <class U, class B> host_vector(const host_vector<U, B> &other);
    host_vector &operator=(const host_vector &) = default; host_vector &operator=(host_vector &&) = default;
    template <class U, class B> host_vector &operator=(const device_vector<U, B> &other);
    template <class U, class B> host_vector &operator=(const std::vector<U, B> &other);
};
template <class T, class A> using universal_vector = device_vector<T, A>;
template <class T, class A, class B> bool operator==(const device_vector<T, A> &a, const B &b);
template <class T, class A, class U, class B> bool operator==(const host_vector<T, A> &a, const device_vector<U, B> &b);

// Tuples, pairs, complex
using std::get;
using std::ignore;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
struct null_type {};
template <class T> struct complex {
    typedef T value_type;
    T re, im;
    PT_SHIM_TH constexpr complex() : re(), im() {} PT_SHIM_TH constexpr complex(const T &r) : re(r), im() {}
    template <class R, class I> PT_SHIM_TH constexpr complex(const R &r, const I &i) : re(r), im(i) {}
    template <class U> PT_SHIM_TH complex(const complex<U> &z); template <class U> PT_SHIM_TH complex &operator=(const complex<U> &z);
    PT_SHIM_TH complex &operator=(const T &r);
    PT_SHIM_TH T real() const; PT_SHIM_TH T imag() const; PT_SHIM_TH void real(T r); PT_SHIM_TH void imag(T i);
    template <class U> PT_SHIM_TH complex &operator+=(const U &z); template <class U> PT_SHIM_TH complex &operator-=(const U &z);
    template <class U> PT_SHIM_TH complex &operator*=(const U &z); template <class U> PT_SHIM_TH complex &operator/=(const U &z);
};
#define PT_SHIM_COMPLEX_OPERATOR(op) \
    template <class T, class U> PT_SHIM_TH complex<typename std::common_type<T, U>::type> operator op(const complex<T> &a, const complex<U> &b); \
    template <class T, class U, class = typename std::enable_if<std::is_arithmetic<U>::value>::type> PT_SHIM_TH complex<typename std::common_type<T, U>::type> operator op(const complex<T> &a, const U &b); \
    template <class T, class U, class = typename std::enable_if<std::is_arithmetic<U>::value>::type> PT_SHIM_TH complex<typename std::common_type<T, U>::type> operator op(const U &a, const complex<T> &b);
PT_SHIM_COMPLEX_OPERATOR(+) PT_SHIM_COMPLEX_OPERATOR(-) PT_SHIM_COMPLEX_OPERATOR(*) PT_SHIM_COMPLEX_OPERATOR(/)
#undef PT_SHIM_COMPLEX_OPERATOR
template <class T> PT_SHIM_TH complex<T> operator-(const complex<T> &z);
template <class T> PT_SHIM_TH bool operator==(const complex<T> &a, const complex<T> &b);
template <class T> PT_SHIM_TH bool operator!=(const complex<T> &a, const complex<T> &b);
template <class T> std::ostream &operator<<(std::ostream &out, const complex<T> &z);
template <class T> PT_SHIM_TH T abs(const complex<T> &z);
template <class T> PT_SHIM_TH T arg(const complex<T> &z);
template <class T> PT_SHIM_TH T norm(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> conj(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> polar(const T &magnitude, const T &angle = T());
template <class T> PT_SHIM_TH complex<T> exp(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> log(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> sqrt(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> sin(const complex<T> &z);
template <class T> PT_SHIM_TH complex<T> cos(const complex<T> &z);
template <class T, class U> PT_SHIM_TH complex<T> pow(const complex<T> &z, const U &exponent);

// Functors
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
#define PT_SHIM_FUNCTOR(name, R) \
    template <class T = void> struct name { typedef T first_argument_type, second_argument_type; typedef R result_type; PT_SHIM_TH constexpr R operator()(const T &a, const T &b) const; }; \
    template <> struct name<void> { template <class A, class B> PT_SHIM_TH typename std::common_type<A, B>::type operator()(A &&a, B &&b) const; };
PT_SHIM_FUNCTOR(plus, T) PT_SHIM_FUNCTOR(minus, T) PT_SHIM_FUNCTOR(multiplies, T) PT_SHIM_FUNCTOR(divides, T) PT_SHIM_FUNCTOR(modulus, T)
PT_SHIM_FUNCTOR(maximum, T) PT_SHIM_FUNCTOR(minimum, T) PT_SHIM_FUNCTOR(bit_and, T) PT_SHIM_FUNCTOR(bit_or, T) PT_SHIM_FUNCTOR(bit_xor, T)
PT_SHIM_FUNCTOR(equal_to, bool) PT_SHIM_FUNCTOR(not_equal_to, bool) PT_SHIM_FUNCTOR(less, bool) PT_SHIM_FUNCTOR(greater, bool)
PT_SHIM_FUNCTOR(less_equal, bool) PT_SHIM_FUNCTOR(greater_equal, bool) PT_SHIM_FUNCTOR(logical_and, bool) PT_SHIM_FUNCTOR(logical_or, bool)
#undef PT_SHIM_FUNCTOR
template <class T = void> struct identity { typedef T argument_type, result_type; template <class A> PT_SHIM_TH A operator()(A a) const; };
template <class T = void> struct negate { template <class A> PT_SHIM_TH A operator()(A a) const; };
template <class T = void> struct square { template <class A> PT_SHIM_TH A operator()(A a) const; };
template <class T = void> struct logical_not { template <class A> PT_SHIM_TH bool operator()(A a) const; };
template <class T1, class T2> struct project1st { PT_SHIM_TH T1 operator()(const T1 &a, const T2 &b) const; };
template <class T1, class T2> struct project2nd { PT_SHIM_TH T2 operator()(const T1 &a, const T2 &b) const; };
template <class F> PT_SHIM_TH F not1(const F &f);
template <class F> PT_SHIM_TH F not2(const F &f);
struct pt_shim_placeholder {};
#define PT_SHIM_PLACEHOLDER(op) \
    template <class A> PT_SHIM_TH pt_shim_placeholder operator op(const pt_shim_placeholder &, const A &); \
    template <class A, class = typename std::enable_if<!std::is_same<A, pt_shim_placeholder>::value>::type> PT_SHIM_TH pt_shim_placeholder operator op(const A &, const pt_shim_placeholder &);
PT_SHIM_PLACEHOLDER(+) PT_SHIM_PLACEHOLDER(-) PT_SHIM_PLACEHOLDER(*) PT_SHIM_PLACEHOLDER(/) PT_SHIM_PLACEHOLDER(%) PT_SHIM_PLACEHOLDER(<)
PT_SHIM_PLACEHOLDER(>) PT_SHIM_PLACEHOLDER(<=) PT_SHIM_PLACEHOLDER(>=) PT_SHIM_PLACEHOLDER(==) PT_SHIM_PLACEHOLDER(!=) PT_SHIM_PLACEHOLDER(&&)
PT_SHIM_PLACEHOLDER(||)
#undef PT_SHIM_PLACEHOLDER
namespace placeholders { static const pt_shim_placeholder _1 = {}, _2 = {}, _3 = {}; }

// Iterators
template <class I> struct iterator_traits : std::iterator_traits<I> {};
template <class I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <class I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <class I> struct iterator_reference { typedef typename std::iterator_traits<I>::reference type; };
template <class I> struct iterator_system { typedef device_system_tag type; };
template <class I> using iterator_value_t = typename iterator_value<I>::type;
template <class Self, class Value, class Reference = Value> struct pt_shim_iterator {
    typedef Value value_type; typedef Reference reference; typedef std::ptrdiff_t difference_type; typedef void pointer;
    typedef std::random_access_iterator_tag iterator_category;
    PT_SHIM_TH Reference operator*() const; PT_SHIM_TH Reference operator[](std::ptrdiff_t n) const;
    PT_SHIM_TH Self &operator++(); PT_SHIM_TH Self operator++(int); PT_SHIM_TH Self &operator--(); PT_SHIM_TH Self &operator+=(std::ptrdiff_t n);
    PT_SHIM_TH Self operator+(std::ptrdiff_t n) const; PT_SHIM_TH Self operator-(std::ptrdiff_t n) const; PT_SHIM_TH std::ptrdiff_t operator-(const Self &other) const;
    PT_SHIM_TH bool operator==(const Self &other) const; PT_SHIM_TH bool operator!=(const Self &other) const; PT_SHIM_TH bool operator<(const Self &other) const;
};
template <class T, class System = void, class Category = void, class Difference = void> struct counting_iterator : pt_shim_iterator<counting_iterator<T, System, Category, Difference>, T> { PT_SHIM_TH counting_iterator(); PT_SHIM_TH explicit counting_iterator(T start); };
template <class T, class I = void, class System = void> struct constant_iterator : pt_shim_iterator<constant_iterator<T, I, System>, T> { PT_SHIM_TH constant_iterator(); PT_SHIM_TH explicit constant_iterator(T value, std::ptrdiff_t index = 0); };
template <class System = void> struct discard_iterator : pt_shim_iterator<discard_iterator<System>, int, int &> { PT_SHIM_TH discard_iterator(std::ptrdiff_t index = 0); };
template <class F, class I, class R = void, class V = void> struct transform_iterator : pt_shim_iterator<transform_iterator<F, I, R, V>, typename std::decay<decltype(std::declval<F>()(*std::declval<I>()))>::type> { PT_SHIM_TH transform_iterator(I first, F function); };
template <class E, class I> struct permutation_iterator : pt_shim_iterator<permutation_iterator<E, I>, typename std::iterator_traits<E>::value_type, typename std::iterator_traits<E>::reference> { PT_SHIM_TH permutation_iterator(E elements, I indices); };
template <class I> struct reverse_iterator : pt_shim_iterator<reverse_iterator<I>, typename std::iterator_traits<I>::value_type> { PT_SHIM_TH explicit reverse_iterator(I last); };
template <class T> struct zip_iterator : pt_shim_iterator<zip_iterator<T>, T> { PT_SHIM_TH zip_iterator(T iterators); PT_SHIM_TH T get_iterator_tuple() const; };
template <class F> struct zip_function { PT_SHIM_TH zip_function(F function); template <class T> PT_SHIM_TH auto operator()(T &&values) const; };
template <class T> PT_SHIM_TH counting_iterator<T> make_counting_iterator(T start);
template <class T> PT_SHIM_TH constant_iterator<T> make_constant_iterator(T value);
template <class T, class I> PT_SHIM_TH constant_iterator<T> make_constant_iterator(T value, I index);
PT_SHIM_TH discard_iterator<> make_discard_iterator(std::ptrdiff_t index = 0);
template <class F, class I> PT_SHIM_TH transform_iterator<F, I> make_transform_iterator(I first, F function);
template <class E, class I> PT_SHIM_TH permutation_iterator<E, I> make_permutation_iterator(E elements, I indices);
template <class I> PT_SHIM_TH reverse_iterator<I> make_reverse_iterator(I last);
template <class... T> PT_SHIM_TH zip_iterator<tuple<T...>> make_zip_iterator(tuple<T...> iterators);
template <class A, class B, class... T> PT_SHIM_TH zip_iterator<tuple<A, B, T...>> make_zip_iterator(A a, B b, T... more);
template <class F> PT_SHIM_TH zip_function<F> make_zip_function(F function);
template <class I> PT_SHIM_TH std::ptrdiff_t distance(I first, I last);
template <class I, class N> PT_SHIM_TH void advance(I &iterator, N n);
template <class I> PT_SHIM_TH I next(I iterator, std::ptrdiff_t n = 1);

// Random numbers
namespace random {
template <class T> struct pt_shim_engine {
    typedef T result_type; PT_SHIM_TH explicit pt_shim_engine(T seed = 1); PT_SHIM_TH T operator()(); PT_SHIM_TH void seed(T value = 1);
    PT_SHIM_TH void discard(unsigned long long n); static const T min = 0; static const T max = ~T();
};
typedef pt_shim_engine<unsigned int> default_random_engine, minstd_rand, minstd_rand0, taus88, ranlux24;
typedef pt_shim_engine<unsigned long long> ranlux48;
#define PT_SHIM_DISTRIBUTION(name, D) template <class T = D> struct name { typedef T result_type; PT_SHIM_TH explicit name(T a = T(), T b = T(1)); template <class G> PT_SHIM_TH T operator()(G &generator); };
PT_SHIM_DISTRIBUTION(uniform_real_distribution, double) PT_SHIM_DISTRIBUTION(uniform_int_distribution, int) PT_SHIM_DISTRIBUTION(normal_distribution, double)
#undef PT_SHIM_DISTRIBUTION
}
using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux48;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

// Algorithms. The last iterator of a result type is found by its place, counted behind a policy.
template <int n, class... A> struct pt_shim_nth { typedef typename std::decay<typename std::tuple_element<n, std::tuple<A...>>::type>::type type; };
template <bool policy, int n, class... A> struct pt_shim_place { typedef typename pt_shim_nth<n + (policy ? 1 : 0), A...>::type type; };
template <int n, class First, class... A> using pt_shim_argument = typename pt_shim_place<pt_shim_is_policy<First>::value, n, First, A...>::type;
template <int n, class First, class... A> using pt_shim_element = typename std::iterator_traits<pt_shim_argument<n, First, A...>>::value_type;

#define PT_SHIM_ALGORITHM(R, name) template <class First, class... A> PT_SHIM_TH R name(First &&first, A &&...arguments);
#define PT_SHIM_RETURNS(n) pt_shim_argument<n, First, A...>
#define PT_SHIM_ELEMENT(n) pt_shim_element<n, First, A...>
PT_SHIM_ALGORITHM(void, sort) PT_SHIM_ALGORITHM(void, sort_by_key) PT_SHIM_ALGORITHM(void, stable_sort) PT_SHIM_ALGORITHM(void, stable_sort_by_key)
PT_SHIM_ALGORITHM(void, fill) PT_SHIM_ALGORITHM(void, sequence) PT_SHIM_ALGORITHM(void, generate) PT_SHIM_ALGORITHM(void, tabulate)
PT_SHIM_ALGORITHM(void, replace) PT_SHIM_ALGORITHM(void, replace_if) PT_SHIM_ALGORITHM(void, scatter) PT_SHIM_ALGORITHM(void, scatter_if)
PT_SHIM_ALGORITHM(void, reverse) PT_SHIM_ALGORITHM(void, shuffle) PT_SHIM_ALGORITHM(void, uninitialized_fill) PT_SHIM_ALGORITHM(void, destroy)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), for_each) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), for_each_n) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), fill_n)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), copy) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), copy_n) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), gather)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), inclusive_scan) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), exclusive_scan)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), transform_inclusive_scan) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), transform_exclusive_scan)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), adjacent_difference) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), unique_copy) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), reverse_copy)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), remove_copy) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), uninitialized_copy) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(2), swap_ranges)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(3), inclusive_scan_by_key) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(3), exclusive_scan_by_key) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(3), gather_if)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(4), merge) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(4), set_union) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(4), set_intersection)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(4), set_difference) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), unique) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), remove)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), remove_if) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), partition) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), stable_partition)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), find) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), find_if) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), find_if_not)
PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), min_element) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), max_element) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(0), partition_point)
PT_SHIM_ALGORITHM(std::ptrdiff_t, count) PT_SHIM_ALGORITHM(std::ptrdiff_t, count_if)
PT_SHIM_ALGORITHM(bool, equal) PT_SHIM_ALGORITHM(bool, all_of) PT_SHIM_ALGORITHM(bool, any_of) PT_SHIM_ALGORITHM(bool, none_of)
PT_SHIM_ALGORITHM(bool, is_sorted) PT_SHIM_ALGORITHM(bool, is_partitioned)
PT_SHIM_ALGORITHM(PT_SHIM_ELEMENT(0), reduce) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(3), transform_reduce) PT_SHIM_ALGORITHM(PT_SHIM_RETURNS(3), inner_product)
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(0), PT_SHIM_RETURNS(0)> minmax_element(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(0), PT_SHIM_RETURNS(0)> mismatch(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(0), PT_SHIM_RETURNS(0)> equal_range(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(3), PT_SHIM_RETURNS(4)> reduce_by_key(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(0), PT_SHIM_RETURNS(2)> unique_by_key(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(3), PT_SHIM_RETURNS(4)> unique_by_key_copy(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(4), PT_SHIM_RETURNS(5)> merge_by_key(First &&first, A &&...arguments);
template <class First, class... A> PT_SHIM_TH pair<PT_SHIM_RETURNS(2), PT_SHIM_RETURNS(3)> partition_copy(First &&first, A &&...arguments);
// Forms whose number of iterators tells the result: what comes back is the output, or the first place found
struct pt_shim_any_iterator { template <class T> PT_SHIM_TH operator T() const; template <class T> PT_SHIM_TH std::ptrdiff_t operator-(const T &) const; PT_SHIM_TH int &operator*() const; };
template <class I, class O, class F> PT_SHIM_TH O transform(I first, I last, O out, F function);
template <class I, class J, class O, class F> PT_SHIM_TH O transform(I first, I last, J second, O out, F function);
template <class P, class I, class O, class F, class = typename std::enable_if<pt_shim_is_policy<P>::value>::type> PT_SHIM_TH O transform(const P &policy, I first, I last, O out, F function);
template <class P, class I, class J, class O, class F, class = typename std::enable_if<pt_shim_is_policy<P>::value>::type> PT_SHIM_TH O transform(const P &policy, I first, I last, J second, O out, F function);
template <class... A> PT_SHIM_TH pt_shim_any_iterator transform_if(A &&...arguments);
template <class I, class O, class F> PT_SHIM_TH O copy_if(I first, I last, O out, F predicate);
template <class I, class J, class O, class F> PT_SHIM_TH O copy_if(I first, I last, J stencil, O out, F predicate);
template <class P, class I, class O, class F, class = typename std::enable_if<pt_shim_is_policy<P>::value>::type> PT_SHIM_TH O copy_if(const P &policy, I first, I last, O out, F predicate);
template <class P, class I, class J, class O, class F, class = typename std::enable_if<pt_shim_is_policy<P>::value>::type> PT_SHIM_TH O copy_if(const P &policy, I first, I last, J stencil, O out, F predicate);
template <class... A> PT_SHIM_TH pt_shim_any_iterator remove_copy_if(A &&...arguments);
template <class I, class V> PT_SHIM_TH I lower_bound(I first, I last, const V &value);
template <class I, class V> PT_SHIM_TH I upper_bound(I first, I last, const V &value);
template <class I, class V> PT_SHIM_TH bool binary_search(I first, I last, const V &value);
template <class A, class B, class C, class D, class... E> PT_SHIM_TH pt_shim_any_iterator lower_bound(A &&a, B &&b, C &&c, D &&d, E &&...more);
template <class A, class B, class C, class D, class... E> PT_SHIM_TH pt_shim_any_iterator upper_bound(A &&a, B &&b, C &&c, D &&d, E &&...more);
template <class A, class B, class C, class D, class... E> PT_SHIM_TH pt_shim_any_iterator binary_search(A &&a, B &&b, C &&c, D &&d, E &&...more);
#undef PT_SHIM_ALGORITHM
#undef PT_SHIM_RETURNS
#undef PT_SHIM_ELEMENT
template <class T> PT_SHIM_TH T min(const T &a, const T &b);
template <class T> PT_SHIM_TH T max(const T &a, const T &b);

namespace system { using ::thrust::system_error; }
namespace detail {
using std::enable_if;
using std::is_same;
}
} // namespace thrust

#endif
