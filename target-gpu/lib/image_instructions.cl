/* What the builtins of images call, for each shape of an image, by image instructions. Arguments of these: a mask
   of four channels, coordinates, resource, sampler and whether the instruction makes coordinates unnormalized, no
   status, no cache policy. Integers are in the bits of the channels. */

static float4 __channels__float4(float4 v) { return v; }
static int4 __channels__int4(float4 v) { return as_int4(v); }
static uint4 __channels__uint4(float4 v) { return as_uint4(v); }
static half4 __channels__half4(float4 v) { return convert_half4(v); }
static float4 __of_channels__float4(float4 v) { return v; }
static float4 __of_channels__int4(int4 v) { return as_float4(v); }
static float4 __of_channels__uint4(uint4 v) { return as_float4(v); }
static float4 __of_channels__half4(half4 v) { return convert_float4(v); }
static uint8 __image_resource(constant uint *image) { return *(constant uint8 *)image; }
static uint4 __sampler_resource(constant uint *sampler) { return *(constant uint4 *)sampler; }

float4 __load_1d(uint, int, uint8, uint, uint) __asm("llvm.amdgcn.image.load.1d.v4f32.i32.v8i32");
float4 __load_1darray(uint, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.load.1darray.v4f32.i32.v8i32");
float4 __load_2d(uint, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.load.2d.v4f32.i32.v8i32");
float4 __load_2darray(uint, int, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.load.2darray.v4f32.i32.v8i32");
float4 __load_3d(uint, int, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.load.3d.v4f32.i32.v8i32");
void __store_1d(float4, uint, int, uint8, uint, uint) __asm("llvm.amdgcn.image.store.1d.v4f32.i32.v8i32");
void __store_1darray(float4, uint, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.store.1darray.v4f32.i32.v8i32");
void __store_2d(float4, uint, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.store.2d.v4f32.i32.v8i32");
void __store_2darray(float4, uint, int, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.store.2darray.v4f32.i32.v8i32");
void __store_3d(float4, uint, int, int, int, uint8, uint, uint) __asm("llvm.amdgcn.image.store.3d.v4f32.i32.v8i32");
float4 __sample_1d(uint, float, uint8, uint4, bool, uint, uint) __asm("llvm.amdgcn.image.sample.lz.1d.v4f32.f32.v8i32.v4i32");
float4 __sample_1darray(uint, float, float, uint8, uint4, bool, uint, uint) __asm("llvm.amdgcn.image.sample.lz.1darray.v4f32.f32.v8i32.v4i32");
float4 __sample_2d(uint, float, float, uint8, uint4, bool, uint, uint) __asm("llvm.amdgcn.image.sample.lz.2d.v4f32.f32.v8i32.v4i32");
float4 __sample_2darray(uint, float, float, float, uint8, uint4, bool, uint, uint) __asm("llvm.amdgcn.image.sample.lz.2darray.v4f32.f32.v8i32.v4i32");
float4 __sample_3d(uint, float, float, float, uint8, uint4, bool, uint, uint) __asm("llvm.amdgcn.image.sample.lz.3d.v4f32.f32.v8i32.v4i32");

T __load_image1d__T(constant uint *image, int at)
{
    return __channels__T(__load_1d(15, at, __image_resource(image), 0, 0));
}

void __store_image1d__T(constant uint *image, int at, T v)
{
    __store_1d(__of_channels__T(v), 15, at, __image_resource(image), 0, 0);
}

T __sample_image1d_at_float__T(constant uint *image, constant uint *sampler, float at)
{
    uint8 resource = __image_resource(image);
    return __channels__T(__sample_1d(15, at, resource, __sampler_resource(sampler), false, 0, 0));
}

T __sample_image1d_at_int__T(constant uint *image, constant uint *sampler, int at)
{
    return __sample_image1d_at_float__T(image, sampler, (float)at);
}

T __load_image1d_array__T(constant uint *image, int2 at)
{
    return __channels__T(__load_1darray(15, at.x, at.y, __image_resource(image), 0, 0));
}

void __store_image1d_array__T(constant uint *image, int2 at, T v)
{
    __store_1darray(__of_channels__T(v), 15, at.x, at.y, __image_resource(image), 0, 0);
}

T __sample_image1d_array_at_float__T(constant uint *image, constant uint *sampler, float2 at)
{
    uint8 resource = __image_resource(image);
    return __channels__T(__sample_1darray(15, at.x, at.y, resource, __sampler_resource(sampler), false, 0, 0));
}

T __sample_image1d_array_at_int__T(constant uint *image, constant uint *sampler, int2 at)
{
    return __sample_image1d_array_at_float__T(image, sampler, convert_float2(at));
}

T __load_image2d__T(constant uint *image, int2 at)
{
    return __channels__T(__load_2d(15, at.x, at.y, __image_resource(image), 0, 0));
}

void __store_image2d__T(constant uint *image, int2 at, T v)
{
    __store_2d(__of_channels__T(v), 15, at.x, at.y, __image_resource(image), 0, 0);
}

T __sample_image2d_at_float__T(constant uint *image, constant uint *sampler, float2 at)
{
    uint8 resource = __image_resource(image);
    return __channels__T(__sample_2d(15, at.x, at.y, resource, __sampler_resource(sampler), false, 0, 0));
}

T __sample_image2d_at_int__T(constant uint *image, constant uint *sampler, int2 at)
{
    return __sample_image2d_at_float__T(image, sampler, convert_float2(at));
}

T __load_image2d_array__T(constant uint *image, int4 at)
{
    return __channels__T(__load_2darray(15, at.x, at.y, at.z, __image_resource(image), 0, 0));
}

void __store_image2d_array__T(constant uint *image, int4 at, T v)
{
    __store_2darray(__of_channels__T(v), 15, at.x, at.y, at.z, __image_resource(image), 0, 0);
}

T __sample_image2d_array_at_float__T(constant uint *image, constant uint *sampler, float4 at)
{
    uint8 resource = __image_resource(image);
    return __channels__T(__sample_2darray(15, at.x, at.y, at.z, resource, __sampler_resource(sampler), false, 0, 0));
}

T __sample_image2d_array_at_int__T(constant uint *image, constant uint *sampler, int4 at)
{
    return __sample_image2d_array_at_float__T(image, sampler, convert_float4(at));
}

T __load_image3d__T(constant uint *image, int4 at)
{
    return __channels__T(__load_3d(15, at.x, at.y, at.z, __image_resource(image), 0, 0));
}

void __store_image3d__T(constant uint *image, int4 at, T v)
{
    __store_3d(__of_channels__T(v), 15, at.x, at.y, at.z, __image_resource(image), 0, 0);
}

T __sample_image3d_at_float__T(constant uint *image, constant uint *sampler, float4 at)
{
    uint8 resource = __image_resource(image);
    return __channels__T(__sample_3d(15, at.x, at.y, at.z, resource, __sampler_resource(sampler), false, 0, 0));
}

T __sample_image3d_at_int__T(constant uint *image, constant uint *sampler, int4 at)
{
    return __sample_image3d_at_float__T(image, sampler, convert_float4(at));
}
