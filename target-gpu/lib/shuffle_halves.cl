/* The value of another lane, where the permutation reaches only lanes of the same half of a wave. If a lane of the other half
   is asked for, all lanes are looked at, one after the other. */

int __shuffle__int(int x, uint lane)
{
    int value = __builtin_amdgcn_ds_bpermute((int)(lane << 2), x);
    uint size = __builtin_amdgcn_wavefrontsize();
    uint other_half = (lane ^ get_sub_group_local_id()) & (size >> 1);
    if (size > 32 && __builtin_amdgcn_ballot_w64(other_half != 0) != 0)
        for (uint from = 0; from < size; from++) {
            int there = __builtin_amdgcn_readlane(x, (int)from);
            value = (lane & (size - 1)) == from ? there : value;
        }
    return value;
}
