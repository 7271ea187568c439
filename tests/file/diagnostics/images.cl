// Images and samplers have few uses.
// RUN: not wavec %s -cl-std=CL2.0 -o %t.co 2>&1 | FileCheck %s
// RUN: not wavec %s -cl-std=CL1.2 -o %t.co 2>&1 | FileCheck %s --check-prefix=OLD
typedef image2d_t plain;
typedef write_only image2d_t written;
image2d_t program_image;
sampler_t changed = 5;
global sampler_t in_memory = 3;
constant sampler_t right = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
struct with_image { image2d_t image; };
struct with_sampler { sampler_t sampler; };
image2d_t gives_image(void);
sampler_t gives_sampler(void);
void takes_pointer(image2d_t *image);
void takes_pointer_to_sampler(sampler_t *sampler);
void qualifies_int(read_only int p);
void qualifies_twice(read_only write_only image2d_t p);
void qualifies_name(write_only plain p);
void names_qualified(written p);
void writes(write_only image2d_t p);
void reads(read_only image2d_t p);
void both(read_write image2d_t p);
void in_local(local image2d_t p);

// CHECK: :6:11: error: type '__read_only image2d_t' can only be used as a function parameter in OpenCL
// CHECK: :7:11: error: global sampler requires a const or constant address space qualifier
// CHECK: :8:18: error: sampler type cannot be used with the __local and __global address space qualifiers
// CHECK-NOT: :9:
// CHECK: :10:31: error: the '__read_only image2d_t' type cannot be used to declare a structure or union field
// CHECK: :11:33: error: the 'sampler_t' type cannot be used to declare a structure or union field
// CHECK: :12:11: error: declaring function return value of type '__read_only image2d_t' is not allowed
// CHECK: :13:11: error: declaring function return value of type 'sampler_t' is not allowed
// CHECK: :14:31: error: pointer to type '__read_only image2d_t' is invalid in OpenCL
// CHECK: :15:42: error: pointer to type 'sampler_t' is invalid in OpenCL
// CHECK: :16:20: error: access qualifier can only be used for pipe and image type
// CHECK: :17:32: error: multiple access qualifiers
// CHECK: :18:21: error: multiple access qualifiers
// CHECK-NOT: :{{19|20|21|22}}:
// CHECK: :23:31: error: parameter may not be qualified with an address space
// OLD: :22:11: error: access qualifier 'read_write' cannot be used for '__read_write image2d_t' prior to OpenCL C version 2.0

kernel void k(read_only image2d_t in, write_only image2d_t out, read_write image2d_t changes, sampler_t s,
              image3d_t volume, image2d_msaa_t many, image2d_depth_t depths)
{
    // CHECK: :[[@LINE-2]]:48: error: 'image2d_msaa_t' is not supported by this target
    image2d_t local_image = in;
    // CHECK: :[[@LINE-1]]:15: error: type '__read_only image2d_t' can only be used as a function parameter in OpenCL
    sampler_t copy = s;
    const sampler_t fraction = 3.5f;
    // CHECK: :[[@LINE-1]]:21: error: initializing 'sampler_t' with an expression of incompatible type 'float'
    sampler_t several[2];
    // CHECK: :[[@LINE-1]]:15: error: array of 'sampler_t' type is invalid in OpenCL
    int number = s;
    // CHECK: :[[@LINE-1]]:9: error: initializing 'int' with an expression of incompatible type 'sampler_t'
    const sampler_t unknown = number;
    // CHECK: :[[@LINE-1]]:21: error: sampler initializer is not a compile-time constant
    s = 4;
    // CHECK: :[[@LINE-1]]:7: error: invalid operands to binary expression ('sampler_t' and 'int')
    in = changes;
    // CHECK: :[[@LINE-1]]:8: error: invalid operands to binary expression ('__read_only image2d_t' and '__read_write image2d_t')
    writes(in);
    // CHECK: :[[@LINE-1]]:12: error: passing '__read_only image2d_t' to parameter of incompatible type '__write_only image2d_t'
    reads(changes);
    // CHECK: :[[@LINE-1]]:11: error: passing '__read_write image2d_t' to parameter of incompatible type '__read_only image2d_t'
    reads(volume);
    // CHECK: :[[@LINE-1]]:11: error: passing '__read_only image3d_t' to parameter of incompatible type '__read_only image2d_t'
    reads(0);
    // CHECK: :[[@LINE-1]]:11: error: passing 'int' to parameter of incompatible type '__read_only image2d_t'
    float4 v = read_imagef(out, right, (int2)(0));
    // CHECK: :[[@LINE-1]]:16: error: no matching function for call to 'read_imagef' with operands '__write_only image2d_t', 'sampler_t', 'int2'
    v += read_imagef(changes, right, (int2)(0));
    // CHECK: :[[@LINE-1]]:10: error: no matching function for call to 'read_imagef'
    v += read_imagef(in, right, 3);
    // CHECK: :[[@LINE-1]]:10: error: call to 'read_imagef' is ambiguous
    v += read_imagef(in, right, (uint2)(3));
    // CHECK: :[[@LINE-1]]:10: error: no matching function for call to 'read_imagef'
    v += read_imagef(in, right, (float2)(3), 0.5f);
    // CHECK: :[[@LINE-1]]:10: error: 'read_imagef' of a level is not supported: this target has no mipmap images
    v += read_imagef(in, 0x14, (int2)(3)) + read_imagef(in, (int2)(3)) + read_imagef(changes, (int2)(3));
    // CHECK-NOT: :[[@LINE-1]]:
    int4 w = read_imagei(depths, (int2)(3));
    // CHECK: :[[@LINE-1]]:14: error: no matching function for call to 'read_imagei'
    write_imagef(in, (int2)(0), v);
    // CHECK: :[[@LINE-1]]:5: error: no matching function for call to 'write_imagef'
    write_imagef(out, (int2)(0), w);
    // CHECK: :[[@LINE-1]]:5: error: no matching function for call to 'write_imagef'
    number = get_image_depth(in);
    // CHECK: :[[@LINE-1]]:14: error: no matching function for call to 'get_image_depth'
    number = get_image_width(s);
    // CHECK: :[[@LINE-1]]:14: error: no matching function for call to 'get_image_width'
    number = (int)in;
    // CHECK: :[[@LINE-1]]:19: error: operand of type '__read_only image2d_t' where arithmetic or pointer type is required
    number = in + 1;
    // CHECK: error: invalid operands to binary expression ('__read_only image2d_t' and 'int')
    number = !s;
    // CHECK: error: invalid argument type 'sampler_t' to unary expression
    number = s ? 1 : 0;
    // CHECK: error: used type 'sampler_t' where arithmetic or pointer type is required
    takes_pointer(&in);
    // CHECK: :[[@LINE-1]]:19: error: invalid argument type '__read_only image2d_t' to unary expression
}
