/* The work-item functions for a dimension that is known; the frontend prefers them. */

size_t __get_local_id_x(void) { return __builtin_amdgcn_workitem_id_x(); }
size_t __get_group_id_x(void) { return __builtin_amdgcn_workgroup_id_x(); }
size_t __get_local_size_x(void) { return ((__constant ushort *)__builtin_amdgcn_implicitarg_ptr())[6]; }
size_t __get_num_groups_x(void) { return ((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[0]; }
size_t __get_global_offset_x(void) { return ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5]; }

size_t __get_global_size_x(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    return ((__constant uint *)hidden)[0] * ((__constant ushort *)hidden)[6];
}

size_t __get_global_id_x(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    uint id = __builtin_amdgcn_workgroup_id_x() * ((__constant ushort *)hidden)[6] + __builtin_amdgcn_workitem_id_x();
    return id + ((__constant ulong *)hidden)[5];
}

size_t __get_local_id_y(void) { return __builtin_amdgcn_workitem_id_y(); }
size_t __get_group_id_y(void) { return __builtin_amdgcn_workgroup_id_y(); }
size_t __get_local_size_y(void) { return ((__constant ushort *)__builtin_amdgcn_implicitarg_ptr())[7]; }
size_t __get_num_groups_y(void) { return ((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[1]; }
size_t __get_global_offset_y(void) { return ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[6]; }

size_t __get_global_size_y(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    return ((__constant uint *)hidden)[1] * ((__constant ushort *)hidden)[7];
}

size_t __get_global_id_y(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    uint id = __builtin_amdgcn_workgroup_id_y() * ((__constant ushort *)hidden)[7] + __builtin_amdgcn_workitem_id_y();
    return id + ((__constant ulong *)hidden)[6];
}

size_t __get_local_id_z(void) { return __builtin_amdgcn_workitem_id_z(); }
size_t __get_group_id_z(void) { return __builtin_amdgcn_workgroup_id_z(); }
size_t __get_local_size_z(void) { return ((__constant ushort *)__builtin_amdgcn_implicitarg_ptr())[8]; }
size_t __get_num_groups_z(void) { return ((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[2]; }
size_t __get_global_offset_z(void) { return ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[7]; }

size_t __get_global_size_z(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    return ((__constant uint *)hidden)[2] * ((__constant ushort *)hidden)[8];
}

size_t __get_global_id_z(void)
{
    __constant uchar *hidden = __builtin_amdgcn_implicitarg_ptr();
    uint id = __builtin_amdgcn_workgroup_id_z() * ((__constant ushort *)hidden)[8] + __builtin_amdgcn_workitem_id_z();
    return id + ((__constant ulong *)hidden)[7];
}
