// RUN: --kernel k --global 128 --local 64 --arg buf:i32[256]:zero --arg buf:f32[128]:iota --arg i32x4:5,6,7,8
// Virtual functions, lambdas, templates, recursion, structs by value, variables of the program that point to each other.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

extern "C" __device__ void __cxa_pure_virtual() { __builtin_trap(); }

struct Shape {
    int sides = 3;
    __device__ virtual int area(int scale) const = 0;
};

struct Square : Shape {
    int length;
    __device__ Square(int length) : length(length) {}
    __device__ int area(int scale) const override { return length * length + scale + sides; }
};

struct Circle : Shape {
    float radius;
    __device__ Circle(float radius) : radius(radius) {}
    __device__ int area(int scale) const override { return (int)(radius * radius * 3.0f * scale); }
};

template <typename T, int N> struct Vector {
    T values[N];
    __device__ T &operator[](int i) { return values[i]; }
    __device__ T sum() const
    {
        T sum = 0;
        for (int i = 0; i < N; i++)
            sum += values[i];
        return sum;
    }
};

__device__ int counter = 5;
__device__ int *to_counter = &counter;
__constant__ int table[4] = {1, 2, 3, 4};

__device__ int area(const Shape &shape, int scale) { return shape.area(scale); }
template <typename F> __device__ int twice(F f, int x) { return f(x) + f(x + 1); }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ __attribute__((noinline)) Vector<float, 5> multiples(int i)
{
    Vector<float, 5> all;
    for (int k = 0; k < 5; k++)
        all[k] = i * k;
    return all;
}

__device__ void meet()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" __global__ void k(int *out, const float *in, Vector<int, 4> by)
{
    int own = __builtin_amdgcn_workitem_id_x();
    int i = __builtin_amdgcn_workgroup_id_x() * 64 + own;
    __shared__ int places[64];
    __shared__ float sums[64];
    places[own] = i;
    sums[own] = in[i];
    meet();
    Square square(i);
    Circle circle(in[i]);
    const Shape *shape = (i & 1) ? (const Shape *)&square : (const Shape *)&circle;
    int result = area(*shape, 3) + places[63 - own] + table[i & 3] + by[i % 4];
    result += twice([=](int x) { return x * i + by.values[0]; }, 2);
    result += (int)multiples(i).sum() + fibonacci(i & 7);
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    for (int step = 32; step > 0; step >>= 1) {
        if (own < step)
            sums[own] += sums[own + step];
        meet();
    }
    switch (i % 5) {
    case 0:
        result += 1;
        break;
    case 1:
        result -= 1;
        [[fallthrough]];
    case 2:
        result *= 2;
        break;
    default:
        result ^= 7;
    }
    out[i] = result + (int)sums[0];
    if (own == 0)
        out[200 + i / 64] = *to_counter > 5;
}
