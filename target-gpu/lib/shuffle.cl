/* The value of another lane, which may be any of the wave. */

int __shuffle__int(int x, uint lane) { return __builtin_amdgcn_ds_bpermute((int)(lane << 2), x); }
