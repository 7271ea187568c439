// Images and samplers are pointers to descriptors in constant memory; constant samplers are in the program.
// RUN: wavec %s -cl-std=CL2.0 -O0 -emit-ll -o - | FileCheck %s
// RUN: wavec %s -cl-std=CL2.0 -O2 -S -o - | FileCheck %s --check-prefix=ASM
#if !defined(__IMAGE_SUPPORT__) || !defined(__opencl_c_images) || !defined(cl_khr_depth_images)
#error "images"
#endif
typedef image2d_t picture;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

// CHECK: @.sampler = private unnamed_addr addrspace(4) constant [4 x i32] [i32 33206, i32 16773120, i32 16777216, i32 0], align 16
// CHECK: define protected amdgpu_kernel void @asks(ptr addrspace(4) noundef %image, ptr addrspace(4) noundef %changes, ptr addrspace(4) noundef %sampler, ptr addrspace(1) noundef align 4 %out)
// CHECK-SAME: !kernel_arg_addr_space [[SPACES:![0-9]+]] !kernel_arg_access_qual [[ACCESS:![0-9]+]] !kernel_arg_type [[TYPES:![0-9]+]] !kernel_arg_base_type [[BASES:![0-9]+]]
// CHECK-DAG: [[SPACES]] = !{i32 1, i32 1, i32 0, i32 1}
// CHECK-DAG: [[ACCESS]] = !{!"read_only", !"read_write", !"none", !"none"}
// CHECK-DAG: [[TYPES]] = !{!"picture", !"image2d_array_t", !"sampler_t", !"int*"}
// CHECK-DAG: [[BASES]] = !{!"image2d_t", !"image2d_array_t", !"sampler_t", !"int*"}
kernel void asks(picture image, read_write image2d_array_t changes, sampler_t sampler, global int *out)
{
    out[0] = get_image_width(image) + get_image_array_size(changes);
}

// A kernel with a constant sampler does not load it.
// ASM-LABEL: {{^}}samples:
// ASM-NOT: sampler
// ASM: s_endpgm
kernel void samples(read_only image2d_t image, global float4 *out)
{
    out[0] = read_imagef(image, nearest, (int2)(3, 4));
}

// The metadata is what runtimes expect of images.
// ASM: .access:         read_only
// ASM-NEXT: .name:           image
// ASM-NEXT: .offset:         0
// ASM-NEXT: .size:           8
// ASM-NEXT: .type_name:      picture
// ASM-NEXT: .value_kind:     image
// ASM: .access:         read_write
// ASM: .value_kind:     image
// ASM-NEXT: - .name:           sampler
// ASM-NEXT: .offset:         16
// ASM-NEXT: .size:           8
// ASM-NEXT: .type_name:      sampler_t
// ASM-NEXT: .value_kind:     sampler
