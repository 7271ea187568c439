/* Copies by a whole work-group: each work-item takes every n-th element. `T` is replaced by the type of the elements. */

void __async_copy_g2l__T(local T *to, const global T *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_copy_l2g__T(global T *to, const local T *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l__T(local T *to, const global T *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_strided_l2g__T(global T *to, const local T *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}
