// CUB: device-wide algorithms by name, block and warp primitives with their synchronisation annotated, iterators
// (CCCL documentation, "CUB"). Every cub header leads here.
#ifndef PTCC_SHIM_CUB_H
#define PTCC_SHIM_CUB_H

#include <cuda_runtime.h>
#include <chrono>
#include <iterator>
#include <limits>

#define CUB_VERSION 300000
#define CUB_MAX_DEVICES 128
#define CUB_PTX_ARCH 0
#define CUB_IS_DEVICE_CODE 0
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e) if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) { exit(1); }
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, #message)
#define PT_SHIM_CB __host__ __device__
#define PT_SHIM_CUB_BLOCK PT_SHIM_BLOCK_BARRIER __device__
#define PT_SHIM_CUB_WARP PT_SHIM_WARP_SYNC __device__

#if !defined(CUB_WRAPPED_NAMESPACE) && defined(THRUST_CUB_WRAPPED_NAMESPACE)
#define CUB_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef CUB_WRAPPED_NAMESPACE
namespace CUB_WRAPPED_NAMESPACE {
#endif
namespace cub {

PT_SHIM_CB cudaError_t Debug(cudaError_t error, const char *file, int line);
cudaError_t SyncStream(cudaStream_t stream);

template <class T> struct NumericTraits {
    enum { PRIMITIVE = true, NULL_TYPE = false };
    static PT_SHIM_CB T Max(); static PT_SHIM_CB T Lowest();
    typedef unsigned long long UnsignedBits;
};
template <class T> struct Traits : NumericTraits<T> {};
template <> struct Traits<float> : NumericTraits<float> { typedef unsigned int UnsignedBits; };
template <> struct Traits<int> : NumericTraits<int> { typedef unsigned int UnsignedBits; };
template <> struct Traits<unsigned int> : NumericTraits<unsigned int> { typedef unsigned int UnsignedBits; };
struct NullType {};
template <int value> struct Int2Type { enum { VALUE = value }; };
template <int n> struct Log2 { enum { VALUE = n <= 1 ? 0 : 1 + Log2<n / 2>::VALUE }; };
template <> struct Log2<0> { enum { VALUE = 0 }; };
template <int n> struct PowerOfTwo { enum { VALUE = (n & (n - 1)) == 0 }; };
template <bool c, class A, class B> struct If { typedef A Type; };
template <class A, class B> struct If<false, A, B> { typedef B Type; };
template <class A, class B> struct Equals { enum { VALUE = 0 }; };
template <class A> struct Equals<A, A> { enum { VALUE = 1 }; };
template <class T> struct Uninitialized { alignas(T) unsigned char storage[sizeof(T)]; __device__ T &Alias(); };
template <class K, class V> struct KeyValuePair { typedef K Key; typedef V Value; K key; V value; KeyValuePair() = default; PT_SHIM_CB KeyValuePair(const K &key, const V &value); };
template <class T> struct DoubleBuffer { T *d_buffers[2]; int selector; PT_SHIM_CB DoubleBuffer(); PT_SHIM_CB DoubleBuffer(T *current, T *alternate); PT_SHIM_CB T *Current(); PT_SHIM_CB T *Alternate(); };
struct CachingDeviceAllocator {
    template <class... A> explicit CachingDeviceAllocator(A &&...arguments);
    template <class T> cudaError_t DeviceAllocate(T **pointer, size_t bytes, cudaStream_t stream = 0);
    cudaError_t DeviceFree(void *pointer); cudaError_t FreeAllCached();
};

// Operators
#define PT_SHIM_CUB_OPERATOR(name) struct name { template <class A, class B> PT_SHIM_CB auto operator()(const A &a, const B &b) const -> decltype(true ? a : b); };
PT_SHIM_CUB_OPERATOR(Sum) PT_SHIM_CUB_OPERATOR(Max) PT_SHIM_CUB_OPERATOR(Min) PT_SHIM_CUB_OPERATOR(Difference) PT_SHIM_CUB_OPERATOR(Division)
PT_SHIM_CUB_OPERATOR(ArgMax) PT_SHIM_CUB_OPERATOR(ArgMin)
#undef PT_SHIM_CUB_OPERATOR
struct Equality { template <class A, class B> PT_SHIM_CB bool operator()(const A &a, const B &b) const; };
struct Inequality { template <class A, class B> PT_SHIM_CB bool operator()(const A &a, const B &b) const; };
template <class E> struct InequalityWrapper { E op; PT_SHIM_CB InequalityWrapper(E op); template <class T> PT_SHIM_CB bool operator()(const T &a, const T &b) const; };
template <class T = void> struct CastOp { template <class A> PT_SHIM_CB T operator()(A &&a) const; };
template <class Op> struct SwizzleScanOp { PT_SHIM_CB SwizzleScanOp(Op op); template <class T> PT_SHIM_CB T operator()(const T &a, const T &b); };
template <class Op> struct ReduceBySegmentOp { template <class T> PT_SHIM_CB T operator()(const T &a, const T &b); };

// Device-wide: everything is (temporary storage, its size, ...)
#define PT_SHIM_CUB_CALL(name) template <class... A> PT_SHIM_CB static cudaError_t name(void *storage, size_t &bytes, A &&...arguments);
struct DeviceReduce {
    PT_SHIM_CUB_CALL(Reduce) PT_SHIM_CUB_CALL(Sum) PT_SHIM_CUB_CALL(Min) PT_SHIM_CUB_CALL(Max) PT_SHIM_CUB_CALL(ArgMin) PT_SHIM_CUB_CALL(ArgMax)
    PT_SHIM_CUB_CALL(ReduceByKey) PT_SHIM_CUB_CALL(TransformReduce)
};
struct DeviceSegmentedReduce { PT_SHIM_CUB_CALL(Reduce) PT_SHIM_CUB_CALL(Sum) PT_SHIM_CUB_CALL(Min) PT_SHIM_CUB_CALL(Max) PT_SHIM_CUB_CALL(ArgMin) PT_SHIM_CUB_CALL(ArgMax) };
struct DeviceScan {
    PT_SHIM_CUB_CALL(ExclusiveSum) PT_SHIM_CUB_CALL(InclusiveSum) PT_SHIM_CUB_CALL(ExclusiveScan) PT_SHIM_CUB_CALL(InclusiveScan)
    PT_SHIM_CUB_CALL(ExclusiveSumByKey) PT_SHIM_CUB_CALL(InclusiveSumByKey) PT_SHIM_CUB_CALL(ExclusiveScanByKey) PT_SHIM_CUB_CALL(InclusiveScanByKey)
    PT_SHIM_CUB_CALL(InclusiveScanInit)
};
struct DeviceRadixSort { PT_SHIM_CUB_CALL(SortPairs) PT_SHIM_CUB_CALL(SortPairsDescending) PT_SHIM_CUB_CALL(SortKeys) PT_SHIM_CUB_CALL(SortKeysDescending) };
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceMergeSort { PT_SHIM_CUB_CALL(SortPairs) PT_SHIM_CUB_CALL(SortKeys) PT_SHIM_CUB_CALL(StableSortPairs) PT_SHIM_CUB_CALL(StableSortKeys) PT_SHIM_CUB_CALL(SortKeysCopy) };
struct DeviceSegmentedSort : DeviceRadixSort { PT_SHIM_CUB_CALL(StableSortPairs) PT_SHIM_CUB_CALL(StableSortKeys) };
struct DeviceSelect { PT_SHIM_CUB_CALL(Flagged) PT_SHIM_CUB_CALL(If) PT_SHIM_CUB_CALL(FlaggedIf) PT_SHIM_CUB_CALL(Unique) PT_SHIM_CUB_CALL(UniqueByKey) };
struct DevicePartition { PT_SHIM_CUB_CALL(Flagged) PT_SHIM_CUB_CALL(If) };
struct DeviceHistogram { PT_SHIM_CUB_CALL(HistogramEven) PT_SHIM_CUB_CALL(HistogramRange) PT_SHIM_CUB_CALL(MultiHistogramEven) PT_SHIM_CUB_CALL(MultiHistogramRange) };
struct DeviceRunLengthEncode { PT_SHIM_CUB_CALL(Encode) PT_SHIM_CUB_CALL(NonTrivialRuns) };
struct DeviceSpmv { PT_SHIM_CUB_CALL(CsrMV) };
struct DeviceAdjacentDifference { PT_SHIM_CUB_CALL(SubtractLeftCopy) PT_SHIM_CUB_CALL(SubtractLeft) PT_SHIM_CUB_CALL(SubtractRightCopy) PT_SHIM_CUB_CALL(SubtractRight) };
struct DeviceMemcpy { PT_SHIM_CUB_CALL(Batched) };
struct DeviceCopy { PT_SHIM_CUB_CALL(Batched) };
struct DeviceFor { template <class... A> static cudaError_t ForEach(A &&...a); template <class... A> static cudaError_t ForEachN(A &&...a); template <class... A> static cudaError_t Bulk(A &&...a); };
struct DeviceTransform { template <class... A> static cudaError_t Transform(A &&...a); };
#undef PT_SHIM_CUB_CALL

// Blocks
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

// A primitive with temporary storage
#define PT_SHIM_CUB_PRIMITIVE(name) \
    struct TempStorage { char opaque[64]; __device__ TempStorage &Alias(); }; \
    __device__ name(); __device__ name(TempStorage &storage);
#define PT_SHIM_CUB_VOID(SYNC, name) template <class... A> SYNC void name(A &&...arguments);
template <class T, int x, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1, int arch = 0> class BlockReduce {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockReduce)
    template <class I, class Op> PT_SHIM_CUB_BLOCK T Reduce(I &&input, Op op); template <class I, class Op> PT_SHIM_CUB_BLOCK T Reduce(I &&input, Op op, int valid);
    template <class I> PT_SHIM_CUB_BLOCK T Sum(I &&input); template <class I> PT_SHIM_CUB_BLOCK T Sum(I &&input, int valid);
};
template <class T, int x, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1, int arch = 0> class BlockScan {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockScan)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, ExclusiveSum) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, InclusiveSum)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, ExclusiveScan) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, InclusiveScan)
};
template <class T, int x, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1, int arch = 0> class BlockLoad {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockLoad) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Load)
};
template <class T, int x, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1, int arch = 0> class BlockStore {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockStore) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Store)
};
template <class K, int x, int items, class V = NullType, int bits = 4, bool memoize = true, BlockScanAlgorithm inner = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig config = cudaSharedMemBankSizeFourByte, int y = 1, int z = 1, int arch = 0> class BlockRadixSort {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockRadixSort)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Sort) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SortDescending)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SortBlockedToStriped) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SortDescendingBlockedToStriped)
};
template <class K, int x, int items, class V = NullType, int y = 1, int z = 1> class BlockMergeSort {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockMergeSort) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Sort) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, StableSort)
};
template <class T, int x, int items, bool warp_time_slicing = false, int y = 1, int z = 1, int arch = 0> class BlockExchange {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockExchange)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, StripedToBlocked) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, BlockedToStriped)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, WarpStripedToBlocked) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, BlockedToWarpStriped)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, ScatterToBlocked) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, ScatterToStriped)
};
template <class T, int x, int items, int bins, BlockHistogramAlgorithm algorithm = BLOCK_HISTO_SORT, int y = 1, int z = 1, int arch = 0> class BlockHistogram {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockHistogram)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, InitHistogram) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Histogram) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Composite)
};
template <class T, int x, int y = 1, int z = 1, int arch = 0> class BlockDiscontinuity {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockDiscontinuity)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, FlagHeads) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, FlagTails) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, FlagHeadsAndTails)
};
template <class T, int x, int y = 1, int z = 1> class BlockAdjacentDifference {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockAdjacentDifference)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SubtractLeft) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SubtractRight)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, SubtractLeftPartialTile) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, FlagHeads)
};
template <class T, int x, int y = 1, int z = 1> class BlockShuffle {
public:
    PT_SHIM_CUB_PRIMITIVE(BlockShuffle) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Offset) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Rotate) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Up) PT_SHIM_CUB_VOID(PT_SHIM_CUB_BLOCK, Down)
};

// Warps
template <class T, int threads = 32, int arch = 0> class WarpReduce {
public:
    PT_SHIM_CUB_PRIMITIVE(WarpReduce)
    template <class I, class Op> PT_SHIM_CUB_WARP T Reduce(I &&input, Op op); template <class I, class Op> PT_SHIM_CUB_WARP T Reduce(I &&input, Op op, int valid);
    template <class I> PT_SHIM_CUB_WARP T Sum(I &&input); template <class I> PT_SHIM_CUB_WARP T Sum(I &&input, int valid);
    template <class F> PT_SHIM_CUB_WARP T HeadSegmentedSum(T input, F flag); template <class F> PT_SHIM_CUB_WARP T TailSegmentedSum(T input, F flag);
    template <class F, class Op> PT_SHIM_CUB_WARP T HeadSegmentedReduce(T input, F flag, Op op); template <class F, class Op> PT_SHIM_CUB_WARP T TailSegmentedReduce(T input, F flag, Op op);
};
template <class T, int threads = 32, int arch = 0> class WarpScan {
public:
    PT_SHIM_CUB_PRIMITIVE(WarpScan)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, InclusiveSum) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, ExclusiveSum) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, InclusiveScan)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, ExclusiveScan) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, Scan) PT_SHIM_CUB_WARP T Broadcast(T input, unsigned int lane);
};
template <class T, int items, int threads = 32, int arch = 0> class WarpExchange {
public:
    PT_SHIM_CUB_PRIMITIVE(WarpExchange)
    PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, BlockedToStriped) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, StripedToBlocked) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, ScatterToStriped)
};
template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int threads = 32, int arch = 0> class WarpLoad { public: PT_SHIM_CUB_PRIMITIVE(WarpLoad) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, Load) };
template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int threads = 32, int arch = 0> class WarpStore { public: PT_SHIM_CUB_PRIMITIVE(WarpStore) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, Store) };
template <class K, int items, int threads = 32, class V = NullType> class WarpMergeSort { public: PT_SHIM_CUB_PRIMITIVE(WarpMergeSort) PT_SHIM_CUB_VOID(PT_SHIM_CUB_WARP, Sort) };
#undef PT_SHIM_CUB_PRIMITIVE
#define PT_SHIM_CUB_FREE(name) template <class... A> __device__ void name(A &&...arguments);
PT_SHIM_CUB_FREE(LoadDirectBlocked) PT_SHIM_CUB_FREE(StoreDirectBlocked)
template <int threads, class... A> __device__ void LoadDirectStriped(A &&...arguments);
template <int threads, class... A> __device__ void StoreDirectStriped(A &&...arguments);
template <class... A> __device__ void LoadDirectWarpStriped(A &&...arguments);
template <class... A> __device__ void StoreDirectWarpStriped(A &&...arguments);
#undef PT_SHIM_CUB_FREE
#undef PT_SHIM_CUB_VOID
template <CacheLoadModifier modifier, class I> __device__ typename std::iterator_traits<I>::value_type ThreadLoad(I iterator);
template <CacheStoreModifier modifier, class O, class T> __device__ void ThreadStore(O iterator, T value);
template <class T, class Op> __device__ T ThreadReduce(T *input, Op op, T prefix);
template <int length, class T, class Op> __device__ T ThreadReduce(T *input, Op op, T prefix);
template <int length, class T, class Op> __device__ T ThreadReduce(T *input, Op op);
template <int length, class T, class Op> __device__ T ThreadScanExclusive(T *input, T *output, Op op, T prefix);
template <int length, class T, class Op> __device__ T ThreadScanInclusive(T *input, T *output, Op op, T prefix);
__device__ unsigned int LaneId();
__device__ unsigned int WarpId();
__device__ int RowMajorTid(int x, int y, int z);
__device__ unsigned int BFE(unsigned int source, unsigned int start, unsigned int bits);
template <int threads, class T> PT_SHIM_CUB_WARP T ShuffleIndex(T input, int lane, unsigned int mask);
template <int threads, class T> PT_SHIM_CUB_WARP T ShuffleUp(T input, int offset, int first, unsigned int mask);
template <int threads, class T> PT_SHIM_CUB_WARP T ShuffleDown(T input, int offset, int last, unsigned int mask);
PT_SHIM_CUB_BLOCK void CTA_SYNC();
PT_SHIM_CUB_WARP void WARP_SYNC(unsigned int mask);

// Iterators
template <class Self, class Value, class Reference> struct pt_shim_cub_iterator {
    typedef Value value_type; typedef Reference reference; typedef ptrdiff_t difference_type; typedef Value *pointer; typedef std::random_access_iterator_tag iterator_category;
    PT_SHIM_CB Reference operator*() const; PT_SHIM_CB Reference operator[](ptrdiff_t n) const; PT_SHIM_CB Self operator+(ptrdiff_t n) const; PT_SHIM_CB Self &operator+=(ptrdiff_t n);
    PT_SHIM_CB Self operator-(ptrdiff_t n) const; PT_SHIM_CB ptrdiff_t operator-(const Self &other) const; PT_SHIM_CB Self &operator++(); PT_SHIM_CB Self operator++(int);
    PT_SHIM_CB bool operator==(const Self &other) const; PT_SHIM_CB bool operator!=(const Self &other) const;
};
template <class T, class Offset = ptrdiff_t> struct CountingInputIterator : pt_shim_cub_iterator<CountingInputIterator<T, Offset>, T, T> { PT_SHIM_CB CountingInputIterator(const T &value); };
template <class T, class Offset = ptrdiff_t> struct ConstantInputIterator : pt_shim_cub_iterator<ConstantInputIterator<T, Offset>, T, T> { PT_SHIM_CB ConstantInputIterator(T value, Offset base = 0); };
template <class T, class F, class I, class Offset = ptrdiff_t> struct TransformInputIterator : pt_shim_cub_iterator<TransformInputIterator<T, F, I, Offset>, T, T> { PT_SHIM_CB TransformInputIterator(I input, F function); };
template <class I, class Offset = ptrdiff_t, class T = typename std::iterator_traits<I>::value_type> struct ArgIndexInputIterator : pt_shim_cub_iterator<ArgIndexInputIterator<I, Offset, T>, KeyValuePair<Offset, T>, KeyValuePair<Offset, T>> { PT_SHIM_CB ArgIndexInputIterator(I input, Offset base = 0); };
template <CacheLoadModifier modifier, class T, class Offset = ptrdiff_t> struct CacheModifiedInputIterator : pt_shim_cub_iterator<CacheModifiedInputIterator<modifier, T, Offset>, T, T> { template <class U> PT_SHIM_CB CacheModifiedInputIterator(U *pointer); };
template <CacheStoreModifier modifier, class T, class Offset = ptrdiff_t> struct CacheModifiedOutputIterator : pt_shim_cub_iterator<CacheModifiedOutputIterator<modifier, T, Offset>, T, T &> { template <class U> PT_SHIM_CB CacheModifiedOutputIterator(U *pointer); };
template <class Offset = ptrdiff_t> struct DiscardOutputIterator : pt_shim_cub_iterator<DiscardOutputIterator<Offset>, int, int &> { PT_SHIM_CB DiscardOutputIterator(Offset base = 0); };
template <class T, class Offset = ptrdiff_t> struct TexObjInputIterator : pt_shim_cub_iterator<TexObjInputIterator<T, Offset>, T, T> { template <class Q> cudaError_t BindTexture(Q *pointer, size_t bytes = 0, size_t offset = 0); cudaError_t UnbindTexture(); };

template <class Offset> struct GridEvenShare { Offset block_offset, block_end; int grid_size; template <class... A> PT_SHIM_CB void DispatchInit(A &&...arguments); };
struct GridBarrier { PT_SHIM_GRID_BARRIER __device__ void Sync() const; };
struct GridBarrierLifetime : GridBarrier { cudaError_t HostReset(); cudaError_t Setup(int grid_size); };
} // namespace cub
#ifdef CUB_WRAPPED_NAMESPACE
}
#endif

#endif
