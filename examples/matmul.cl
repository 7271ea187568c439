// C = A * B for row-major matrices. Every work-group computes one TILE x TILE tile of C and walks along a row of
// tiles of A and a column of tiles of B, which it keeps in local memory.

#ifndef TILE
#define TILE 16
#endif

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(global const float *A, global const float *B, global float *C, int M, int N, int K)
{
    local float tileA[TILE][TILE];
    local float tileB[TILE][TILE];

    const int row = get_global_id(1);
    const int col = get_global_id(0);
    const int ty = get_local_id(1);
    const int tx = get_local_id(0);

    float sum = 0.0f;
    for (int t = 0; t < K; t += TILE) {
        tileA[ty][tx] = (row < M && t + tx < K) ? A[row * K + t + tx] : 0.0f;
        tileB[ty][tx] = (t + ty < K && col < N) ? B[(t + ty) * N + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int k = 0; k < TILE; k++)
            sum = fma(tileA[ty][k], tileB[k][tx], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
