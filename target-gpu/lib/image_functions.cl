/* What the builtins of images call, for each shape of an image, in software. */

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
