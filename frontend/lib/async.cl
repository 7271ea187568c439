/* Copies by a whole work-group: each work-item takes every n-th unit. */

void __async_copy_g2l_1(local uchar *to, const global uchar *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l_1(local uchar *to, const global uchar *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_copy_g2l_2(local ushort *to, const global ushort *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l_2(local ushort *to, const global ushort *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_copy_g2l_4(local uint *to, const global uint *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l_4(local uint *to, const global uint *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_copy_g2l_8(local uint2 *to, const global uint2 *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l_8(local uint2 *to, const global uint2 *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_copy_g2l_16(local uint4 *to, const global uint4 *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_g2l_16(local uint4 *to, const global uint4 *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i * stride];
}

void __async_copy_l2g_1(global uchar *to, const local uchar *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_l2g_1(global uchar *to, const local uchar *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}

void __async_copy_l2g_2(global ushort *to, const local ushort *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_l2g_2(global ushort *to, const local ushort *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}

void __async_copy_l2g_4(global uint *to, const local uint *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_l2g_4(global uint *to, const local uint *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}

void __async_copy_l2g_8(global uint2 *to, const local uint2 *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_l2g_8(global uint2 *to, const local uint2 *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}

void __async_copy_l2g_16(global uint4 *to, const local uint4 *from, size_t count)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i] = from[i];
}

void __async_strided_l2g_16(global uint4 *to, const local uint4 *from, size_t count, size_t stride)
{
    size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += items)
        to[i * stride] = from[i];
}
