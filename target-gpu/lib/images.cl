/* Images and samplers: what programs ask for, and, for processors without image instructions, accesses in
   software.

   An image is the address of 12 words: the resource descriptor of the machine (8 words; for image1d_buffer_t a
   buffer descriptor of 4 words) and three words that runtimes put behind it: the data type of the channels, their
   order, both with the numbers of HSA, and the width. A sampler is the address of its descriptor (4 words). What
   is in the first 8 words differs between families: `images_gfx9.cl` and `images_gfx10.cl`.

   Images are linear: the rows of a slice and the slices follow each other, a row takes the pitch. A format is the
   number of a data format of GFX9 with that of a number format in bits 6 and up. Data formats: 1 is 8, 2 is 16, 3
   is 8_8, 4 is 32, 5 is 16_16, 9 is 2_10_10_10, 10 is 8_8_8_8, 11 is 32_32, 12 is 16_16_16_16, 14 is 32_32_32_32,
   16 is 5_6_5 and 17 is 1_5_5_5. Number formats: 0 is UNORM, 1 SNORM, 4 UINT, 5 SINT, 7 FLOAT and 9 SRGB. Channel
   x is in the lowest bits.

   All work-items of a wave use the same descriptors, so that formats are distinguished by branches of the whole
   wave. */

/* What programs ask for. */

int __image_width(constant uint *image) { return image[10]; }
int __image_height(constant uint *image) { return __image_rows(image); }
int __image_depth(constant uint *image) { return __image_slices(image); }
size_t __image_array_size(constant uint *image) { return __image_slices(image); }
int2 __image_dim(constant uint *image) { return (int2)(image[10], __image_rows(image)); }
int4 __image_dim_3d(constant uint *image) { return (int4)(image[10], __image_rows(image), __image_slices(image), 0); }

static constant uchar __image_types[16] = {
    0xd0, 0xd1, 0xd2, 0xd3, 0xdf, 0xd5, 0xd4, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde
};

static constant uchar __image_orders[20] = {
    0xb1, 0xb0, 0xba, 0xb2, 0xbb, 0xb3, 0xb4, 0xbc, 0xb5, 0xb6, 0xb7, 0xc3, 0xbf, 0xc0, 0xc1, 0xc2, 0xb8, 0xb9, 0xbd, 0xbe
};

int __image_channel_data_type(constant uint *image) { return 0x1000 + __image_types[image[8]]; }
int __image_channel_order(constant uint *image) { return 0x1000 + __image_orders[image[9]]; }

/* Texels. */

static uint __texel_shift(uint format)
{
    /* The logarithm of the size in bytes, by data format. */
    uint data = format & 63;
    return data < 16 ? (uint)(0x0403322222221100ul >> 4 * data) & 15 : 1;
}

static uint __channel_bits(uint format)
{
    /* Of formats whose channels have the same size. */
    return (uint)(0x0442410000241210ul >> 4 * (format & 15)) << 3 & 0x78;
}

static uint4 __unpacked_texel(const global uchar *texel, uint format)
{
    uint a, b;
    switch (format & 63) {
    case 1:
        return (uint4)(*texel, 0, 0, 0);
    case 2:
        return (uint4)(*(const global ushort *)texel, 0, 0, 0);
    case 3:
        a = *(const global ushort *)texel;
        return (uint4)(a & 0xff, a >> 8, 0, 0);
    case 4:
        return (uint4)(*(const global uint *)texel, 0, 0, 0);
    case 5:
        a = *(const global uint *)texel;
        return (uint4)(a & 0xffff, a >> 16, 0, 0);
    case 9:
        a = *(const global uint *)texel;
        return (uint4)(a & 0x3ff, a >> 10 & 0x3ff, a >> 20 & 0x3ff, a >> 30);
    case 10:
        a = *(const global uint *)texel;
        return (uint4)(a & 0xff, a >> 8 & 0xff, a >> 16 & 0xff, a >> 24);
    case 11:
        a = ((const global uint *)texel)[0];
        b = ((const global uint *)texel)[1];
        return (uint4)(a, b, 0, 0);
    case 12:
        a = ((const global uint *)texel)[0];
        b = ((const global uint *)texel)[1];
        return (uint4)(a & 0xffff, a >> 16, b & 0xffff, b >> 16);
    case 14:
        return *(const global uint4 *)texel;
    case 16:
        a = *(const global ushort *)texel;
        return (uint4)(a & 0x1f, a >> 5 & 0x3f, a >> 11, 0);
    case 17:
        a = *(const global ushort *)texel;
        return (uint4)(a & 0x1f, a >> 5 & 0x1f, a >> 10 & 0x1f, a >> 15);
    default:
        return 0;
    }
}

static void __store_packed(global uchar *texel, uint format, uint4 c)
{
    switch (format & 63) {
    case 1:
        *texel = c.x;
        break;
    case 2:
        *(global ushort *)texel = c.x;
        break;
    case 3:
        *(global ushort *)texel = c.x | c.y << 8;
        break;
    case 4:
        *(global uint *)texel = c.x;
        break;
    case 5:
        *(global uint *)texel = c.x | c.y << 16;
        break;
    case 9:
        *(global uint *)texel = c.x | c.y << 10 | c.z << 20 | c.w << 30;
        break;
    case 10:
        *(global uint *)texel = c.x | c.y << 8 | c.z << 16 | c.w << 24;
        break;
    case 11:
        *(global uint2 *)texel = c.xy;
        break;
    case 12:
        *(global uint2 *)texel = (uint2)(c.x | c.y << 16, c.z | c.w << 16);
        break;
    case 14:
        *(global uint4 *)texel = c;
        break;
    case 16:
        *(global ushort *)texel = c.x | c.y << 5 | c.z << 11;
        break;
    case 17:
        *(global ushort *)texel = c.x | c.y << 5 | c.z << 10 | c.w << 15;
        break;
    }
}

/* The quotient of whole numbers, rounded to nearest. */

static float __exact_ratio(float a, float b)
{
    float reciprocal = native_recip(b);
    float near = a * reciprocal;
    return fma(fma(-near, b, a), reciprocal, near);
}

static float4 __exact_ratios(float4 a, float b)
{
    return (float4)(__exact_ratio(a.x, b), __exact_ratio(a.y, b), __exact_ratio(a.z, b), __exact_ratio(a.w, b));
}

static float __srgb_to_linear(float c)
{
    float high = native_powr(fma(c, 1.0f / 1.055f, 0.055f / 1.055f), 2.4f);
    return c <= 0.04045f ? c * (1.0f / 12.92f) : high;
}

static float __linear_to_srgb(float c)
{
    float high = fma(1.055f, native_powr(c, 1.0f / 2.4f), -0.055f);
    return c <= 0.0031308f ? c * 12.92f : high;
}

static float4 __texel_values__float4(uint4 c, uint format)
{
    if ((format & 63) > 15)
        return (format & 1) == 0
            ? (float4)(__exact_ratio(c.x, 31), __exact_ratio(c.y, 63), __exact_ratio(c.z, 31), 1)
            : (float4)(__exact_ratios(convert_float4(c), 31).xyz, c.w);
    if ((format & 63) == 9)
        return (float4)(__exact_ratios(convert_float4(c), 1023).xyz, __exact_ratio(c.w, 3));
    uint bits = __channel_bits(format);
    float4 v;
    switch (format >> 6) {
    case 0:
        return __exact_ratios(convert_float4(c), (1u << (bits & 31)) - 1);
    case 1:
        v = convert_float4(as_int4(c << (uint4)(32 - bits)) >> (int4)(32 - bits));
        return max(__exact_ratios(v, (1u << ((bits - 1) & 31)) - 1), -1.0f);
    case 9:
        v = __exact_ratios(convert_float4(c), 255);
        return (float4)(__srgb_to_linear(v.x), __srgb_to_linear(v.y), __srgb_to_linear(v.z), v.w);
    default:
        return bits == 16 ? convert_float4(as_half4(convert_ushort4(c))) : as_float4(c);
    }
}

static int4 __texel_values__int4(uint4 c, uint format)
{
    uint rest = 32 - __channel_bits(format);
    return as_int4(c << (uint4)rest) >> (int4)rest;
}

static uint4 __texel_values__uint4(uint4 c, uint format) { return c; }

static uint4 __packed_values__float4(float4 v, uint format)
{
    v.xyz = format >> 6 == 9
        ? (float3)(__linear_to_srgb(v.x), __linear_to_srgb(v.y), __linear_to_srgb(v.z))
        : v.xyz;
    uint data = format & 63, bits = __channel_bits(format);
    float4 most = (1u << (bits & 31)) - 1;
    switch (format >> 6) {
    case 0:
    case 9:
        if (data == 9)
            most = (float4)(1023, 1023, 1023, 3);
        else if (data > 15)
            most = data == 16 ? (float4)(31, 63, 31, 1) : (float4)(31, 31, 31, 1);
        return convert_uint4_rte(min(max(v, 0.0f), 1.0f) * most);
    case 1:
        /* What is less than -1 can become the least number. */
        most = (1u << ((bits - 1) & 31)) - 1;
        v = clamp(v * most, -most - 1.0f, most);
        return as_uint4(convert_int4_rte(v)) & (uint4)((1u << (bits & 31)) - 1);
    default:
        return bits == 16 ? convert_uint4(as_ushort4(convert_half4(v))) : as_uint4(v);
    }
}

static uint4 __packed_values__int4(int4 v, uint format)
{
    uint bits = __channel_bits(format);
    int most = ~0u >> (33 - bits);
    return as_uint4(clamp(v, -most - 1, most)) & (uint4)(~0u >> (32 - bits));
}

static uint4 __packed_values__uint4(uint4 v, uint format) { return min(v, ~0u >> (32 - __channel_bits(format))); }

/* Channels of the result: 0 and 1 are these numbers, 4 to 7 channels x to w of the texel. */

static T __selected__T(T v, uint select)
{
    if ((select & 0xfff) == 0xfac)
        return v;
    T r;
    uint s = select & 7;
    r.x = s & 2 ? (s & 1 ? v.w : v.z) : (s & 1 ? v.y : v.x);
    r.x = s < 4 ? s : r.x;
    s = select >> 3 & 7;
    r.y = s & 2 ? (s & 1 ? v.w : v.z) : (s & 1 ? v.y : v.x);
    r.y = s < 4 ? s : r.y;
    s = select >> 6 & 7;
    r.z = s & 2 ? (s & 1 ? v.w : v.z) : (s & 1 ? v.y : v.x);
    r.z = s < 4 ? s : r.z;
    s = select >> 9 & 7;
    r.w = s & 2 ? (s & 1 ? v.w : v.z) : (s & 1 ? v.y : v.x);
    r.w = s < 4 ? s : r.w;
    return r;
}

/* The inverse: channel x of the texel is the first channel that selects it. */

static T __unselected__T(T v, uint select)
{
    if ((select & 0xfff) == 0xfac)
        return v;
    uint x = select & 7, y = select >> 3 & 7, z = select >> 6 & 7;
    T r;
    r.x = x == 4 ? v.x : y == 4 ? v.y : z == 4 ? v.z : v.w;
    r.y = x == 5 ? v.x : y == 5 ? v.y : z == 5 ? v.z : v.w;
    r.z = x == 6 ? v.x : y == 6 ? v.y : z == 6 ? v.z : v.w;
    r.w = x == 7 ? v.x : y == 7 ? v.y : z == 7 ? v.z : v.w;
    return r;
}

/* Images. Coordinates are x, y and the slice: z, or the layer of an array. */

static T __texel__T(constant uint *image, int x, int y, int slice)
{
    uint format = __image_format(image);
    uint index = (slice * __image_rows(image) + y) * __image_pitch(image) + x;
    const global uchar *texel = (const global uchar *)(__image_base(image) + ((ulong)index << __texel_shift(format)));
    return __selected__T(__texel_values__T(__unpacked_texel(texel, format), format), image[3]);
}

static half4 __texel__half4(constant uint *image, int x, int y, int slice)
{
    return convert_half4(__texel__float4(image, x, y, slice));
}

/* What images without a sampler have outside is undefined in OpenCL; here it is 0. */

static T __load__T(constant uint *image, int x, int y, int slice, bool inside)
{
    T v = __texel__T(image, inside ? x : 0, inside ? y : 0, inside ? slice : 0);
    return inside ? v : (T)0;
}

static bool __is_inside(constant uint *image, int x, int y, int slice)
{
    return (uint)x < image[10] && (uint)y < __image_rows(image) && (uint)slice < __image_slices(image);
}

static void __store__T(constant uint *image, int x, int y, int slice, bool inside, T v)
{
    if (!inside)
        return;
    uint format = __image_format(image);
    uint index = (slice * __image_rows(image) + y) * __image_pitch(image) + x;
    global uchar *texel = (global uchar *)(__image_base(image) + ((ulong)index << __texel_shift(format)));
    __store_packed(texel, format, __packed_values__T(__unselected__T(v, image[3]), format));
}

static void __store__half4(constant uint *image, int x, int y, int slice, bool inside, half4 v)
{
    __store__float4(image, x, y, slice, inside, convert_float4(v));
}

/* Samplers. Each dimension has an addressing mode: 0 repeats, 1 repeats mirrored, 2 goes on with the last texel, 6
   with the colour of the border. */

static float __texel_coordinate(float c, uint size, uint mode, bool is_normalized)
{
    if (!is_normalized)
        return c;
    float mirrored = fabs(c - 2.0f * rint(0.5f * c));
    c = mode == 0 ? c - floor(c) : mode == 1 ? mirrored : c;
    return c * size;
}

static int __addressed(int i, int size, uint mode)
{
    i += mode == 0 && i < 0 ? size : 0;
    i -= mode == 0 && i >= size ? size : 0;
    return clamp(i, 0, size - 1);
}

static bool __is_addressed(int i, uint size, uint mode) { return mode != 6 || (uint)i < size; }

/* The colour of the border is transparent black; what a texel has as a constant 1 stays, except for a channel that is
   there only for alignment (RX, RGX, RGBX, SRGBX). */

static T __border__T(constant uint *image, constant uint *sampler)
{
    uint kind = sampler[3] >> 30;
    bool has_one = (image[3] >> 9 & 7) == 1 && (0x2094 >> image[9] & 1) == 0;
    T v = kind == 2 ? 1 : 0;
    v.w = kind != 0 || has_one ? 1 : 0;
    return v;
}

static T __sampled_at__T(constant uint *image, constant uint *sampler, int x, int y, int slice, uint dimensions)
{
    uint rows = __image_rows(image), slices = __image_slices(image);
    uint x_mode = sampler[0] & 7, y_mode = sampler[0] >> 3 & 7, z_mode = sampler[0] >> 6 & 7;
    bool inside = __is_addressed(x, image[10], x_mode);
    x = __addressed(x, image[10], x_mode);
    if (dimensions > 1) {
        inside = inside && __is_addressed(y, rows, y_mode);
        y = __addressed(y, rows, y_mode);
    }
    if (dimensions > 2) {
        inside = inside && __is_addressed(slice, slices, z_mode);
        slice = __addressed(slice, slices, z_mode);
    } else {
        slice = clamp(slice, 0, (int)slices - 1);
    }
    T v = __texel__T(image, x, y, slice);
    return inside ? v : __border__T(image, sampler);
}

static bool __is_linear(constant uint *sampler) { return sampler[2] >> 20 & 1; }

static float4 __texel_position(constant uint *image, constant uint *sampler, float4 at, uint dimensions)
{
    bool is_normalized = (sampler[0] >> 15 & 1) == 0;
    at.x = __texel_coordinate(at.x, image[10], sampler[0] & 7, is_normalized);
    if (dimensions > 1)
        at.y = __texel_coordinate(at.y, __image_rows(image), sampler[0] >> 3 & 7, is_normalized);
    at.z = dimensions > 2
        ? __texel_coordinate(at.z, __image_slices(image), sampler[0] >> 6 & 7, is_normalized)
        : rint(at.z);
    return at;
}

/* Integers are not filtered. */

static T __sampled__T(constant uint *image, constant uint *sampler, float4 at, uint dimensions)
{
    int4 i = convert_int4_sat(floor(__texel_position(image, sampler, at, dimensions)));
    return __sampled_at__T(image, sampler, i.x, i.y, i.z, dimensions);
}

static float4 __sampled__float4(constant uint *image, constant uint *sampler, float4 at, uint dimensions)
{
    bool is_linear = __is_linear(sampler);
    float4 place = __texel_position(image, sampler, at, dimensions);
    float half_texel = is_linear ? 0.5f : 0.0f;
    place.x -= half_texel;
    if (dimensions > 1)
        place.y -= half_texel;
    if (dimensions > 2)
        place.z -= half_texel;
    float4 first = floor(place);
    float4 rest = place - first;
    int4 i = convert_int4_sat(first);
    float4 sum = 0;
    uint taps = is_linear ? 1u << dimensions : 1;
    __attribute__((opencl_unroll_hint(1)))
    for (uint tap = 0; tap < taps; ++tap) {
        uint x = tap & 1, y = tap >> 1 & 1, z = tap >> 2;
        float weight = x ? rest.x : 1 - rest.x;
        if (dimensions > 1)
            weight *= y ? rest.y : 1 - rest.y;
        if (dimensions > 2)
            weight *= z ? rest.z : 1 - rest.z;
        weight = is_linear ? weight : 1;
        float4 v = __sampled_at__float4(image, sampler, i.x + x, i.y + y, i.z + z, dimensions);
        sum = fma(v, weight, sum);
    }
    return sum;
}

static half4 __sampled__half4(constant uint *image, constant uint *sampler, float4 at, uint dimensions)
{
    return convert_half4(__sampled__float4(image, sampler, at, dimensions));
}
