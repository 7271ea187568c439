// k-means, assignment step: the nearest centre of every point, how many points each centre has, and how many points
// changed their centre.

#define DIMENSIONS 4

typedef struct {
    float centre[DIMENSIONS];
    int members;
    int pad[3];
} Cluster;

static float distance_squared(const float *a, global const float *b)
{
    float sum = 0.0f;
    for (int d = 0; d < DIMENSIONS; d++) {
        float difference = a[d] - b[d];
        sum += difference * difference;
    }
    return sum;
}

kernel void kmeans_assign(global const float *points, global Cluster *clusters, global int *assignment,
                          global volatile int *changed, int count, int k)
{
    int i = get_global_id(0);
    if (i >= count)
        return;

    float point[DIMENSIONS];
    for (int d = 0; d < DIMENSIONS; d++)
        point[d] = points[i * DIMENSIONS + d];

    int best = 0;
    float best_distance = MAXFLOAT;
    for (int c = 0; c < k; c++) {
        float distance = distance_squared(point, clusters[c].centre);
        if (distance < best_distance) {
            best_distance = distance;
            best = c;
        }
    }

    if (assignment[i] != best) {
        assignment[i] = best;
        atomic_inc(changed);
    }
    atomic_inc(&clusters[best].members);
}
