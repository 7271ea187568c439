// One compare-and-exchange step of a bitonic sort: the host calls it for k = 2, 4, ..., n and j = k/2, ..., 1.

kernel void bitonic_step(global int *data, uint j, uint k)
{
    uint i = get_global_id(0);
    uint partner = i ^ j;
    if (partner > i) {
        int a = data[i];
        int b = data[partner];
        bool ascending = (i & k) == 0;
        if ((a > b) == ascending) {
            data[i] = b;
            data[partner] = a;
        }
    }
}
