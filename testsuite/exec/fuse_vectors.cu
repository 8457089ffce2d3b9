// Launches made as one, of kernels with CUDA's vectors, the program's operators for them, its macros that compute, enumerators, and a switch.
// expect: handled
#include "check.h"

#include <cmath>

enum { count = 1000, threads = 128, blocks = 8, size = blocks * threads };
enum kind { HALVE = 1, SHIFT, LEAVE = 7 };
enum { STEPS = 3 };

#define LERP(a, b, t) ((a) + (t) * ((b) - (a)))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define WITHIN(x, low, high) fminf(fmaxf((x), (low)), LARGER((high), (low)))

__host__ __device__ inline float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__host__ __device__ inline float4 operator*(const float4 &a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
__host__ __device__ inline void operator+=(float4 &a, float4 b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
}
__host__ __device__ inline float2 &operator+=(float2 &a, const float2 &b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}
bool operator==(const float4 &a, const float4 &b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
bool operator!=(const float4 &a, const float4 &b) { return !(a == b); }

// Three kernels that the host does, too: products and sums of small integers, which have no rounding.
__host__ __device__ static float4 accelerated(float4 velocity, float2 field, float dt)
{
    velocity.x += field.x * dt;
    velocity.y += field.y * dt;
    velocity.w = velocity.x;
    return velocity;
}
#pragma pt kernel
__global__ void accelerate(float4 *velocity, const float2 *field, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float2 f = field[i];
    float4 v = velocity[i];
    v.x += f.x * dt;
    v.y += f.y * dt;
    v.w = v.x;
    velocity[i] = v;
}
#pragma pt kernel
__global__ void move(float4 *place, const float4 *velocity, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        place[i] += velocity[i] * dt + velocity[i];
}
// Touches one part of the elements only.
#pragma pt kernel
__global__ void mirror(float4 place[], int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        place[i].z = -place[i].z;
}

// Local arrays, and lists of values.
#pragma pt kernel
__global__ void turn(float4 *place, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float by[2][4] = {{0, 1, 0, 0}, {2, 0, 0, 1}};
    const float4 p = place[i];
    float parts[STEPS + 1] = {p.x, p.y, p.z, p.w}, sums[2];
    for (int k = 0; k < 2; k++) {
        sums[k] = 0;
        for (int m = 0; m < STEPS + 1; m++)
            sums[k] += by[k][m] * parts[m];
    }
    parts[2]++;
    float4 turned = {sums[0], sums[1], parts[2], float{parts[3]}};
    place[i] = turned;
}
static float4 turned(float4 p) { return make_float4(p.y, 2 * p.x + p.w, p.z + 1, p.w); }

static void vectors()
{
    std::vector<float4> velocity(count), place(count);
    std::vector<float2> field(count);
    for (int i = 0; i < count; ++i) {
        velocity[i] = make_float4(static_cast<float>(i % 7), static_cast<float>(i % 5), static_cast<float>(i % 3), 1);
        place[i] = make_float4(static_cast<float>(i % 11), 2, static_cast<float>(i % 13), 4);
        field[i] = make_float2(static_cast<float>(i % 17), 3);
    }
    check::device_array<float4> dv(velocity), dp(place);
    check::device_array<float2> df(field);
    float4 *pv = dv.get(), *pp = dp.get();
    #pragma pt fuse
    {
        accelerate<<<blocks, threads>>>(pv, df.get(), 2, count);
        move<<<blocks, threads>>>(pp, pv, 3, count);
        mirror<<<blocks, threads>>>(pp, count);
        turn<<<blocks, threads>>>(pp, count);
    }
    for (int i = 0; i < count; ++i) {
        velocity[i] = accelerated(velocity[i], field[i], 2);
        place[i] += velocity[i] * 3 + velocity[i];
        place[i].z = -place[i].z;
        place[i] = turned(place[i]);
    }
    check::equal("velocity", dv, velocity);
    check::equal("place", dp, place);
    check::expect_ways("vectors", 1);
    // All that a thread holds is a vector, stored once.
    #pragma pt fuse
    {
        accelerate<<<blocks, threads>>>(pv, df.get(), 1, count);
        accelerate<<<blocks, threads>>>(pv, df.get(), 2, count);
        move<<<blocks, threads>>>(pp, pv, 1, count);
        move<<<blocks, threads>>>(pp, pv, 2, count);
    }
    for (int i = 0; i < count; ++i) {
        velocity[i] = accelerated(accelerated(velocity[i], field[i], 1), field[i], 2);
        place[i] += velocity[i] * 1 + velocity[i];
        place[i] += velocity[i] * 2 + velocity[i];
    }
    check::equal("velocity, held", dv, velocity);
    check::equal("place, held", dp, place);
    check::expect_ways("vectors, held", 1);
}

#pragma pt kernel
__global__ void between(const float *a, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = LERP(WITHIN(a[i], 10.0f, 100.0f), 200.0f, 0.5f) + (a[i] == INFINITY ? 1 : 0);
}
#pragma pt kernel
__global__ void by_kind(const int kinds[], float t[], int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    switch (kinds[i]) {
    case HALVE:
        t[i] *= 0.5f;
        break;
    case SHIFT:
        for (int k = 0; k < STEPS; k++)
            t[i] += 1;
        // and on
    case 3:
        t[i] += 16;
        break;
    case LEAVE:
        return;
    default:
        t[i] = -t[i];
    }
    t[i] += 1;
}

static void macros()
{
    std::vector<float> a(size), want(size, 0.0f);
    std::vector<int> kinds(size);
    for (int i = 0; i < size; ++i) {
        a[i] = i % 31 == 0 ? INFINITY : static_cast<float>(i % 128);
        kinds[i] = i % 9;
    }
    check::device_array<float> da(a), dt(want);
    check::device_array<int> dk(kinds);
    float *pt = dt.get();
    #pragma pt fuse
    {
        between<<<blocks, threads>>>(da.get(), pt, count);
        by_kind<<<blocks, threads>>>(dk.get(), pt, count);
    }
    for (int i = 0; i < count; ++i) {
        const float within = a[i] < 10 ? 10 : a[i] > 100 ? 100 : a[i];
        const float t = within + 0.5f * (200 - within) + (i % 31 == 0 ? 1 : 0);
        want[i] = kinds[i] == 1 ? t * 0.5f + 1 : kinds[i] == 2 ? t + 3 + 16 + 1 : kinds[i] == 3 ? t + 16 + 1 : kinds[i] == 7 ? t : -t + 1;
    }
    check::equal("macros", dt, want);
    check::expect_ways("macros", 1);
}

// An operator that gives back what it changes; the template's type by its name; an attribute in a switch.
#pragma pt kernel
__global__ void gather(const float2 *a, float2 *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 v = a[i];
    t[i] = v += a[i];
    t[i] += v;
}
#pragma pt kernel
template <class T> __global__ void by_type(const float *a, T *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    t[i] = max(T(a[i]), T(3)) * T(2) + T(int(a[i]));
    switch (i % 3) {
    case 0:
        t[i] += 1;
        [[fallthrough]];
    case 1:
        t[i] += lroundf(a[i]);
        break;
    default:
        t[i] = -t[i];
    }
}

static void operators()
{
    std::vector<float2> a(size), want(size, make_float2(0, 0)), none(want);
    std::vector<float> b(size);
    std::vector<int> want_of_type(size, 0), zero(size, 0);
    for (int i = 0; i < size; ++i) {
        a[i] = make_float2(static_cast<float>(i % 17), static_cast<float>(i % 5) + 0.25f);
        b[i] = static_cast<float>(i % 13) + 0.25f;
    }
    check::device_array<float2> da(a), dt(none), du(none);
    check::device_array<float> db(b);
    check::device_array<int> dn(zero);
    float2 *pt = dt.get();
    #pragma pt fuse
    {
        gather<<<blocks, threads>>>(da.get(), pt, count);
        gather<<<blocks, threads>>>(pt, du.get(), count);
    }
    int *pn = dn.get();
    #pragma pt fuse
    {
        by_type<int><<<blocks, threads>>>(db.get(), pn, count);
        by_type<int><<<blocks, threads>>>(db.get(), pn, count);
    }
    for (int i = 0; i < count; ++i) {
        want[i] = make_float2(16 * a[i].x, 16 * a[i].y);
        const int x = static_cast<int>(b[i]), t = (x > 3 ? x : 3) * 2 + x;
        want_of_type[i] = i % 3 == 0 ? t + 1 + x : i % 3 == 1 ? t + x : -t;
    }
    const std::vector<float2> got = du.host();
    check::value("gathered", std::memcmp(got.data(), want.data(), size * sizeof(float2)), 0);
    check::equal("of type", dn, want_of_type);
    check::expect_ways("operators", 2);
}

int main()
{
    check::begin("fuse_vectors");
    check::expect_ways("none", 0);
    operators();
    vectors();
    macros();
    check::value("wrong ways", check::wrong_ways(), 0);
    return check::finish();
}
