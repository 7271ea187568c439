/* What the builtins of images call, for each shape of an image. */

T __load_image1d__T(constant uint *image, int at)
{
    return __load__T(image, at, 0, 0, (uint)at < image[10]);
}

T __load_image1d_array__T(constant uint *image, int2 at)
{
    return __load__T(image, at.x, 0, at.y, __is_inside(image, at.x, 0, at.y));
}

T __load_image2d__T(constant uint *image, int2 at)
{
    return __load__T(image, at.x, at.y, 0, __is_inside(image, at.x, at.y, 0));
}

T __load_image2d_array__T(constant uint *image, int4 at)
{
    return __load__T(image, at.x, at.y, at.z, __is_inside(image, at.x, at.y, at.z));
}

T __load_image3d__T(constant uint *image, int4 at)
{
    return __load__T(image, at.x, at.y, at.z, __is_inside(image, at.x, at.y, at.z));
}

float __load_image2d_depth(constant uint *image, int2 at) { return __load_image2d__float4(image, at).x; }
float __load_image2d_array_depth(constant uint *image, int4 at) { return __load_image2d_array__float4(image, at).x; }

void __store_image1d__T(constant uint *image, int at, T v)
{
    __store__T(image, at, 0, 0, (uint)at < image[10], v);
}

void __store_image1d_array__T(constant uint *image, int2 at, T v)
{
    __store__T(image, at.x, 0, at.y, __is_inside(image, at.x, 0, at.y), v);
}

void __store_image2d__T(constant uint *image, int2 at, T v)
{
    __store__T(image, at.x, at.y, 0, __is_inside(image, at.x, at.y, 0), v);
}

void __store_image2d_array__T(constant uint *image, int4 at, T v)
{
    __store__T(image, at.x, at.y, at.z, __is_inside(image, at.x, at.y, at.z), v);
}

void __store_image3d__T(constant uint *image, int4 at, T v)
{
    __store__T(image, at.x, at.y, at.z, __is_inside(image, at.x, at.y, at.z), v);
}

void __store_image2d_depth(constant uint *image, int2 at, float v) { __store_image2d__float4(image, at, v); }

void __store_image2d_array_depth(constant uint *image, int4 at, float v)
{
    __store_image2d_array__float4(image, at, v);
}

T __sample_image1d_at_int__T(constant uint *image, constant uint *sampler, int at)
{
    return __sampled_at__T(image, sampler, at, 0, 0, 1);
}

T __sample_image1d_array_at_int__T(constant uint *image, constant uint *sampler, int2 at)
{
    return __sampled_at__T(image, sampler, at.x, 0, at.y, 1);
}

T __sample_image2d_at_int__T(constant uint *image, constant uint *sampler, int2 at)
{
    return __sampled_at__T(image, sampler, at.x, at.y, 0, 2);
}

T __sample_image2d_array_at_int__T(constant uint *image, constant uint *sampler, int4 at)
{
    return __sampled_at__T(image, sampler, at.x, at.y, at.z, 2);
}

T __sample_image3d_at_int__T(constant uint *image, constant uint *sampler, int4 at)
{
    return __sampled_at__T(image, sampler, at.x, at.y, at.z, 3);
}

float __sample_image2d_depth_at_int(constant uint *image, constant uint *sampler, int2 at)
{
    return __sample_image2d_at_int__float4(image, sampler, at).x;
}

float __sample_image2d_array_depth_at_int(constant uint *image, constant uint *sampler, int4 at)
{
    return __sample_image2d_array_at_int__float4(image, sampler, at).x;
}

T __sample_image1d_at_float__T(constant uint *image, constant uint *sampler, float at)
{
    return __sampled__T(image, sampler, (float4)(at, 0, 0, 0), 1);
}

T __sample_image1d_array_at_float__T(constant uint *image, constant uint *sampler, float2 at)
{
    return __sampled__T(image, sampler, (float4)(at.x, 0, at.y, 0), 1);
}

T __sample_image2d_at_float__T(constant uint *image, constant uint *sampler, float2 at)
{
    return __sampled__T(image, sampler, (float4)(at, 0, 0), 2);
}

T __sample_image2d_array_at_float__T(constant uint *image, constant uint *sampler, float4 at)
{
    return __sampled__T(image, sampler, at, 2);
}

T __sample_image3d_at_float__T(constant uint *image, constant uint *sampler, float4 at)
{
    return __sampled__T(image, sampler, at, 3);
}

float __sample_image2d_depth_at_float(constant uint *image, constant uint *sampler, float2 at)
{
    return __sample_image2d_at_float__float4(image, sampler, at).x;
}

float __sample_image2d_array_depth_at_float(constant uint *image, constant uint *sampler, float4 at)
{
    return __sample_image2d_array_at_float__float4(image, sampler, at).x;
}

/* Image buffers have the descriptor of a buffer. */

T __load_image1d_buffer__T(constant uint *image, int at)
{
    uint format = __buffer_format(image);
    bool inside = (uint)at < image[10];
    ulong offset = (ulong)(inside ? at : 0) << __texel_shift(format);
    const global uchar *texel = (const global uchar *)(__buffer_base(image) + offset);
    T v = __selected__T(__texel_values__T(__unpacked_texel(texel, format), format), image[3]);
    return inside ? v : (T)0;
}

half4 __load_image1d_buffer__half4(constant uint *image, int at)
{
    return convert_half4(__load_image1d_buffer__float4(image, at));
}

void __store_image1d_buffer__T(constant uint *image, int at, T v)
{
    uint format = __buffer_format(image);
    global uchar *texel = (global uchar *)(__buffer_base(image) + ((ulong)(uint)at << __texel_shift(format)));
    if ((uint)at < image[10])
        __store_packed(texel, format, __packed_values__T(__unselected__T(v, image[3]), format));
}

void __store_image1d_buffer__half4(constant uint *image, int at, half4 v)
{
    __store_image1d_buffer__float4(image, at, convert_float4(v));
}
