// Sum of two vectors, four elements per work-item; the last work-item takes what remains.

kernel void vector_add(global const float4 *a, global const float4 *b, global float4 *c, int n)
{
    int i = get_global_id(0);
    if (4 * i + 3 < n) {
        c[i] = a[i] + b[i];
    } else {
        global const float *sa = (global const float *)a;
        global const float *sb = (global const float *)b;
        global float *sc = (global float *)c;
        for (int k = 4 * i; k < n; k++)
            sc[k] = sa[k] + sb[k];
    }
}
