// Sparse matrix times vector, compressed sparse rows, one row per work-item.

kernel void spmv_csr(global const int *row_start, global const int *column, global const float *value,
                     global const float *x, global float *y, int rows)
{
    int row = get_global_id(0);
    if (row < rows) {
        float sum = 0.0f;
        const int end = row_start[row + 1];
        for (int k = row_start[row]; k < end; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
