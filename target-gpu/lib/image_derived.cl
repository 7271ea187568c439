/* Depth images have one channel. */

float __load_image2d_depth(constant uint *image, int2 at) { return __load_image2d__float4(image, at).x; }
float __load_image2d_array_depth(constant uint *image, int4 at) { return __load_image2d_array__float4(image, at).x; }

void __store_image2d_depth(constant uint *image, int2 at, float v) { __store_image2d__float4(image, at, v); }

void __store_image2d_array_depth(constant uint *image, int4 at, float v)
{
    __store_image2d_array__float4(image, at, v);
}

float __sample_image2d_depth_at_int(constant uint *image, constant uint *sampler, int2 at)
{
    return __sample_image2d_at_int__float4(image, sampler, at).x;
}

float __sample_image2d_array_depth_at_int(constant uint *image, constant uint *sampler, int4 at)
{
    return __sample_image2d_array_at_int__float4(image, sampler, at).x;
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
