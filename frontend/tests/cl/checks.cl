// One check a line; each writes 1 if it holds and 2 if it does not.
#define CHECK(e) out[get_global_id(0) * 256 + __COUNTER__] = (e) ? 1 : 2;
#define NEAR(a, b) (fabs((a) - (b)) <= 1e-5f * fmax(1.0f, fabs(b)))
kernel void checks(global int *out, global char *bytes, global int *unused)
{
    local float shared[64]; local int counter; local int lmax; int id = get_local_id(0), lanes = get_max_sub_group_size(); float f, g; int e, q; float4 v = (float4)(1.5f, -2.5f, 3.25f, -4.75f), w; int4 i4 = (int4)(1, -2, 3, -4);
    CHECK(get_work_dim() == 1 && get_global_size(0) == 64 && get_local_size(0) == 64 && get_num_groups(0) == 1 && get_group_id(0) == 0)
    CHECK(get_global_size(1) == 1 && get_local_id(1) == 0 && get_global_offset(0) == 0 && get_global_id(3) == 0 && get_local_size(5) == 1)
    CHECK(get_global_id(id & 0) == get_global_id(0) && get_local_linear_id() == id && get_global_linear_id() == id)
    shared[id] = id * 2.0f; barrier(CLK_LOCAL_MEM_FENCE);
    CHECK(shared[id ^ 5] == (id ^ 5) * 2.0f)
    if (id == 0) { counter = 0; lmax = -5; } barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&counter, id); atomic_inc(&counter); atomic_max(&lmax, id); barrier(CLK_LOCAL_MEM_FENCE);
    CHECK(counter == 63 * 32 + 64 && lmax == 63)
    CHECK(clamp(5, 1, 3) == 3 && clamp(-1.0f, 0.0f, 1.0f) == 0.0f && all(clamp(i4, 0, 2) == (int4)(1, 0, 2, 0)))
    CHECK(mix(1.0f, 3.0f, 0.25f) == 1.5f && sign(-3.0f) == -1.0f && sign(0.0f) == 0.0f && sign(__builtin_nanf("")) == 0.0f)
    CHECK(step(1.0f, 0.5f) == 0.0f && step(1.0f, 1.0f) == 1.0f && smoothstep(0.0f, 1.0f, 0.5f) == 0.5f && smoothstep(0.0f, 1.0f, 7.0f) == 1.0f)
    CHECK(fract(2.75f, &f) == 0.75f && f == 2.0f && fract(-0.25f, &f) == 0.75f && f == -1.0f)
    CHECK(modf(-2.75f, &f) == -0.75f && f == -2.0f && modf(INFINITY, &f) == 0.0f && isinf(f))
    CHECK(frexp(12.0f, &e) == 0.75f && e == 4 && frexp(0.0f, &e) == 0.0f && e == 0 && frexp(0x1p-149f, &e) == 0.5f && e == -148)
    CHECK(ldexp(0.75f, 4) == 12.0f && ldexp(1.0f, -149) == 0x1p-149f && ilogb(10.0f) == 3 && ilogb(0x1p-140f) == -140 && logb(0.3f) == -2.0f)
    CHECK(nextafter(1.0f, 2.0f) == 0x1.000002p+0f && nextafter(0.0f, -1.0f) == -0x1p-149f && nextafter(1.0f, 0.0f) == 0x1.fffffep-1f)
    CHECK(remainder(5.5f, 2.0f) == -0.5f && remainder(-7.0f, 4.0f) == 1.0f && remquo(29.0f, 3.0f, &q) == -1.0f && q == 10 && remquo(-7.0f, 2.0f, &q) == 1.0f && q == -4)
    CHECK(fmod(-7.5f, 2.0f) == -1.5f && fdim(5.0f, 3.0f) == 2.0f && fdim(3.0f, 5.0f) == 0.0f && maxmag(-3.0f, 2.0f) == -3.0f && minmag(-3.0f, 2.0f) == 2.0f)
    CHECK(pown(2.0f, -3) == 0.125f && pown(-2.0f, 3) == -8.0f && NEAR(rootn(27.0f, 3), 3.0f) && NEAR(rootn(-8.0f, 3), -2.0f) && isnan(rootn(-8.0f, 2)) && powr(4.0f, 0.5f) == 2.0f)
    CHECK(NEAR(sinpi(0.25f), 0.70710678f) && cospi(0.5f) == 0.0f && cospi(1.0f) == -1.0f && NEAR(tanpi(0.25f), 1.0f) && sinpi(7.0f) == 0.0f)
    CHECK(NEAR(asinpi(0.5f), 1.0f / 6) && NEAR(acospi(0.5f), 1.0f / 3) && NEAR(atanpi(1.0f), 0.25f) && NEAR(atan2pi(1.0f, -1.0f), 0.75f))
    CHECK(NEAR(erf(0.5f), 0.52049988f) && NEAR(erfc(0.5f), 0.47950012f) && NEAR(tgamma(5.0f), 24.0f) && NEAR(lgamma(10.0f), 12.801827f) && NEAR(lgamma_r(-0.5f, &e), 1.2655121f) && e == -1)
    g = sincos(1.0f, &f);
    CHECK(g == sin(1.0f) && f == cos(1.0f) && NEAR(sin(1e20f), 0.65657668f) && isnan(sin(INFINITY)))
    CHECK(NEAR(native_exp(1.0f), 2.7182818f) && NEAR(native_log(2.0f), 0.69314718f) && NEAR(native_sin(1.0f), 0.84147098f) && NEAR(native_divide(6.0f, 3.0f), 2.0f) && NEAR(half_rsqrt(4.0f), 0.5f) && NEAR(native_powr(2.0f, 3.0f), 8.0f) && NEAR(native_recip(4.0f), 0.25f))
    CHECK(dot(v, v) == 1.5f * 1.5f + 2.5f * 2.5f + 3.25f * 3.25f + 4.75f * 4.75f && length((float2)(3, 4)) == 5.0f && distance((float2)(1, 1), (float2)(4, 5)) == 5.0f && length(-3.0f) == 3.0f)
    CHECK(NEAR(normalize((float2)(3, 4)).y, 0.8f) && NEAR(length((float3)(1e30f, 1e30f, 0)), 1.41421356e30f) && NEAR(length((float2)(3e-30f, 4e-30f)) * 1e30f, 5.0f) && normalize((float3)(0)).x == 0.0f && NEAR(fast_length((float2)(3, 4)), 5.0f) && NEAR(fast_normalize((float2)(0, 2)).y, 1.0f))
    w = cross((float4)(1, 2, 3, 9), (float4)(4, 5, 6, 9));
    CHECK(w.x == -3 && w.y == 6 && w.z == -3 && w.w == 0 && cross((float3)(1, 0, 0), (float3)(0, 1, 0)).z == 1)
    CHECK(isnan(__builtin_nanf("")) && !isnan(1.0f) && isinf(INFINITY) && isfinite(1.0f) && !isfinite(INFINITY) && isnormal(1.0f) && !isnormal(1e-40f) && signbit(-0.0f) && !signbit(0.0f))
    CHECK(isequal(1.0f, 1.0f) == 1 && all(isless(v, v + 1)) && isgreater(v, (float4)(0)).x == -1 && isnotequal(1.0f, 2.0f) && islessgreater(1.0f, 2.0f) && isordered(1.0f, 2.0f) && isunordered(NAN, 1.0f) && islessequal(1.0f, 1.0f) && isgreaterequal(2.0f, 1.0f))
    CHECK(any((int2)(0, -1)) && !any((int2)(1, 2)) && all((int2)(-1, -5)) && !all((int2)(-1, 1)) && any((char)-1) && !all(5))
    CHECK(select(1, 2, 3) == 2 && select(1, 2, 0) == 1 && select((int2)(1, 2), (int2)(3, 4), (int2)(-1, 1)).x == 3 && select((int2)(1, 2), (int2)(3, 4), (int2)(-1, 1)).y == 2 && select(1.0f, 2.0f, 1u) == 2.0f)
    CHECK(as_int(bitselect(1.0f, -1.0f, as_float(0x80000000))) == as_int(-1.0f))
    CHECK(convert_int(2.7f) == 2 && convert_int_rte(2.5f) == 2 && convert_int_rtp(2.1f) == 3 && convert_int_rtn(-2.1f) == -3 && convert_int_rtz(-2.9f) == -2)
    CHECK(convert_uchar_sat(300) == 255 && convert_uchar_sat(-5) == 0 && convert_char_sat(-200.0f) == -128 && convert_int_sat(1e20f) == 0x7fffffff && convert_uint_sat(-1.0f) == 0 && convert_int_sat(NAN) == 0 && convert_uchar_sat_rte(2.5f) == 2 && convert_short_sat(70000L) == 32767 && convert_uint_sat(-1) == 0 && convert_long_sat(1e30f) == LONG_MAX)
    CHECK(convert_float_rtz(16777219) == 16777218.0f && convert_float_rtp(16777217) == 16777218.0f && convert_float_rtn(-16777217) == -16777218.0f && convert_float_rte(16777219) == 16777220.0f && convert_float_rtz(0x7fffffffffffffffL) == 0x1.fffffep+62f && convert_float_rtp(1L << 62 | 1) == 0x1.000002p+62f)
    CHECK(all(convert_int4(v) == (int4)(1, -2, 3, -4)) && all(convert_uchar4_sat(v) == (uchar4)(1, 0, 3, 0)) && convert_float4(i4).w == -4.0f && convert_short4_rte(v).x == 2 && convert_double2(v.xy).y == -2.5)
    CHECK(as_uint(1.0f) == 0x3f800000 && as_float4(i4).x == as_float(1) && as_char4(0x04030201).z == 3 && as_short2(0x00020001).y == 2 && as_ulong(1.0) == 0x3ff0000000000000UL && as_int3((float3)(1, 2, 3)).y == as_int(2.0f) && as_int4((float3)(1, 2, 3)).z == as_int(3.0f))
    float buffer[16]; for (int k = 0; k < 16; k++) buffer[k] = k;
    CHECK(vload4(1, buffer).y == 5 && vload3(2, buffer).x == 6 && vload2(3, buffer).y == 7 && vload16(0, buffer).sf == 15 && vload8(1, buffer).s0 == 8)
    vstore3((float3)(20, 21, 22), 1, buffer); vstore2((float2)(30, 31), 4, buffer);
    CHECK(buffer[2] == 2 && buffer[3] == 20 && buffer[5] == 22 && buffer[6] == 6 && buffer[8] == 30 && buffer[9] == 31)
    half *h = (half *)buffer; vstore_half(1.5f, 0, h); vstore_half4((float4)(1, 2, 3, 4), 1, h); vstore_half2_rtz((float2)(1.0009765f + 0.0004f, -1.0f), 5, h); vstorea_half3((float3)(7, 8, 9), 3, h); vstore_half_rtp(1.00001f, 2, h); vstore_half_rtn(65520.0f, 3, h);
    CHECK(vload_half(0, h) == 1.5f && vload_half4(1, h).w == 4 && vload_half2(5, h).x == 1.0009765625f && vloada_half3(3, h).z == 9 && vload_half(2, h) == 1.0009765625f && vload_half(3, h) == 65504.0f)
    CHECK(shuffle(i4, (uint4)(3, 2, 1, 0)).x == -4 && shuffle(i4, (uint2)(5, 6)).x == -2 && shuffle2(i4, i4 * 10, (uint4)(0, 4, 7, 3)).z == -40 && shuffle(i4, (uint4)(id & 3, 1, 2, 3)).x == ((int *)&i4)[id & 3] && shuffle2((float2)(1, 2), (float2)(3, 4), (uint4)(id & 3, 0, 2, 3)).x == (id & 3) + 1)
    CHECK(upsample((short)-1, (ushort)2) == -65534 && upsample((uchar)1, (uchar)2) == 258 && upsample(1, 2u) == 0x100000002L && mad24(3, 4, 5) == 17 && mul24(-3, 4) == -12 && mul24(1000u, 1000u) == 1000000u)
    CHECK(mad24((ulong)3, 4u, (ulong)5) == 17u && mad24((id & 0) + 3, 4, (ulong)5) == 17 && mul24((short)-3, (char)4) == -12)
    CHECK(popcount((uchar)255) == 8 && clz((short)1) == 15 && ctz(8) == 3 && rotate((uchar)0x81, (uchar)1) == 3 && abs((char)-128) == 128 && abs_diff(-3, 4) == 7u)
    CHECK(isnan(nan(0u)) && as_uint(nan(5u)) == 0x7fc00005 && fmax(1.0f, NAN) == 1.0f && fmin(NAN, 2.0f) == 2.0f && max(1.0f, 2.0f) == 2.0f && mad(2.0f, 3.0f, 4.0f) == 10.0f && fma(2.0f, 3.0f, 4.0f) == 10.0f)
    CHECK(NEAR((float)sin(1.0), 0.84147098f) && NEAR((float)exp(2.0), 7.3890561f) && NEAR((float)pow(2.0, 0.5), 1.41421356f) && NEAR((float)log(10.0), 2.30258509f) && sqrt(16.0) == 4.0 && fabs(-2.0) == 2.0 && NEAR((float)atan2(1.0, 2.0), 0.46364761f) && NEAR((float)cos(1e10), 0.87311918f))
    int a = 5; int old = atomic_cmpxchg((volatile global int *)(bytes + id * 4), 0, 7);
    CHECK(old == 0 && atomic_xchg((volatile global int *)(bytes + id * 4), 9) == 7 && atomic_add((volatile global int *)(bytes + id * 4), 3) == 9 && atomic_sub((volatile global int *)(bytes + id * 4), 2) == 12 && atomic_and((volatile global int *)(bytes + id * 4), 6) == 10 && atomic_or((volatile global int *)(bytes + id * 4), 8) == 2 && atomic_xor((volatile global int *)(bytes + id * 4), 3) == 10 && atomic_min((volatile global int *)(bytes + id * 4), 4) == 9 && atomic_dec((volatile global int *)(bytes + id * 4)) == 4 && atom_inc((volatile global int *)(bytes + id * 4)) == 3)
    local float4 staged[16]; barrier(CLK_GLOBAL_MEM_FENCE); event_t ev = async_work_group_copy(staged, (global float4 *)bytes, 16, 0); wait_group_events(1, &ev);
    CHECK(as_int(staged[id >> 2].x) == 4 || true)
    CHECK(as_int(((local float *)staged)[id]) == 4)
    CHECK(fmax((float4)(1), 2.0f).z == 2 && all(max(i4, 0) == (int4)(1, 0, 3, 0)) && pow((float2)(2, 3), (float2)(3, 2)).y == 9 && ldexp((float2)(1, 2), 3).y == 16 && ldexp((float2)(1, 2), (int2)(1, 2)).y == 8)
    int2 e2; CHECK(frexp((float2)(8, 10), &e2).y == 0.625f && e2.x == 4)
    CHECK(vec_step(v) == 4 && vec_step(v.xyz) == 4 && vec_step(uchar2) == 2 && vec_step(int) == 1 && hypot(3.0f, 4.0f) == 5.0f && degrees(M_PI_F) == 180.0f && NEAR(radians(180.0f), M_PI_F) && exp10(2.0f) == 100.0f && exp2(-3.0f) == 0.125f && log2(8.0f) == 3.0f && cbrt(27.0f) == 3.0f)
    CHECK(get_sub_group_local_id() == id % lanes && get_sub_group_id() == id / lanes && get_num_sub_groups() == 64 / lanes && get_sub_group_size() == lanes && sub_group_all(id >= 0) && sub_group_any(id % 32 == 3) && !sub_group_any(id > 100))
}
