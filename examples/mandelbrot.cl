// Escape times of the Mandelbrot set: a loop that every work-item leaves after its own number of steps.

kernel void mandelbrot(global int *out, int width, int height, float x0, float y0, float step, int max_iterations)
{
    int px = get_global_id(0);
    int py = get_global_id(1);
    if (px >= width || py >= height)
        return;

    float cx = x0 + (float)px * step;
    float cy = y0 + (float)py * step;
    float x = 0.0f, y = 0.0f;
    int i;
    for (i = 0; i < max_iterations; i++) {
        float xx = x * x;
        float yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
    }
    out[py * width + px] = i;
}
