// Finite impulse response filter; the coefficients are few and the same for everybody: constant memory.

kernel void fir(global const float *signal, constant float *coefficients, global float *out, int n, int taps)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int t = 0; t < taps; ++t) {
        if (i - t < 0)
            break;
        sum = mad(coefficients[t], signal[i - t], sum);
    }
    out[i] = sum;
}
