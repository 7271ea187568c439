// Unsupported features are named, once, and the code after them is still parsed.
// RUN: not wavec %s -cl-std=CL2.0 -o %t.co 2>&1 | FileCheck %s
typedef int (^block_t)(int);
int size_of(image2d_msaa_t image);
int number_of(queue_t queue);
void nothing(block_t block) { }

kernel void reads(read_only image2d_msaa_t image, global float4 *out)
{
    queue_t queue;
    out[0] = read_imagef(image, (int2)(1, 2), 3);
    out[1] = first;
}

kernel void enqueues(global int *out)
{
    enqueue_kernel(get_default_queue(), 0, ndrange_1D(64), ^{
        out[0] = 1;
        out[1] = 2;
    });
    out[2] = second;
}

kernel void pipes(global int *out)
{
    pipe int words;
}

kernel void last(global int *out) { out[0] = third; }

// CHECK: :3:14: error: blocks are not supported
// CHECK-NEXT: typedef
// CHECK-NOT: error: {{expected|initializing|unknown}}
// CHECK: :8:44: error: 'image2d_msaa_t' is not supported by this target
// CHECK: :10:5: error: 'queue_t' is not supported by this target
// CHECK: :12:14: error: use of undeclared identifier 'first'
// CHECK: :17:5: error: 'enqueue_kernel' is not supported: this target has no device-side enqueue
// CHECK: :17:60: error: blocks are not supported
// CHECK-NOT: error: {{expected|extraneous}}
// CHECK: :21:14: error: use of undeclared identifier 'second'
// CHECK: :26:5: error: 'pipe' is not supported: this target has no pipes
// CHECK: :29:46: error: use of undeclared identifier 'third'
