// 5 x 5 convolution of an image with a constant filter; the border repeats the edge.

#define RADIUS 2
#define SIZE (2 * RADIUS + 1)

constant float gauss[SIZE * SIZE] = {
    1.0f / 256,  4.0f / 256,  6.0f / 256,  4.0f / 256, 1.0f / 256,
    4.0f / 256, 16.0f / 256, 24.0f / 256, 16.0f / 256, 4.0f / 256,
    6.0f / 256, 24.0f / 256, 36.0f / 256, 24.0f / 256, 6.0f / 256,
    4.0f / 256, 16.0f / 256, 24.0f / 256, 16.0f / 256, 4.0f / 256,
    1.0f / 256,  4.0f / 256,  6.0f / 256,  4.0f / 256, 1.0f / 256,
};

kernel void convolution2d(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    float sum = 0.0f;
    for (int j = -RADIUS; j <= RADIUS; j++) {
        int yy = clamp(y + j, 0, height - 1);
        for (int i = -RADIUS; i <= RADIUS; i++) {
            int xx = clamp(x + i, 0, width - 1);
            sum += in[yy * width + xx] * gauss[(j + RADIUS) * SIZE + (i + RADIUS)];
        }
    }
    out[y * width + x] = sum;
}
