// One step of all-pairs shortest paths: may the way from i to j go through vertex k?

#define NO_PATH 0x3fffffff

kernel void floyd_warshall_step(global int *distance, global int *via, int n, int k)
{
    int j = get_global_id(0);
    int i = get_global_id(1);
    if (i >= n || j >= n)
        return;

    int first = distance[i * n + k];
    int second = distance[k * n + j];
    if (first == NO_PATH || second == NO_PATH)
        return;
    int through = first + second;
    if (through < distance[i * n + j]) {
        distance[i * n + j] = through;
        via[i * n + j] = k;
    }
}
