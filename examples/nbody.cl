// One step of gravitation between all pairs of bodies. A body is a float4: position and mass.

kernel void nbody(global const float4 *position, global float4 *velocity, global float4 *next_position,
                  local float4 *tile, int count, float dt, float softening)
{
    int gid = get_global_id(0);
    int lid = get_local_id(0);
    int size = get_local_size(0);

    float4 me = position[gid];
    float3 acceleration = (float3)(0.0f);

    for (int base = 0; base < count; base += size) {
        tile[lid] = position[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; j++) {
            float4 other = tile[j];
            float3 d = other.xyz - me.xyz;
            float distance2 = dot(d, d) + softening;
            float inverse = rsqrt(distance2);
            acceleration += d * (other.w * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float4 v = velocity[gid];
    v.xyz += acceleration * dt;
    velocity[gid] = v;
    me.xyz += v.xyz * dt;
    next_position[gid] = me;
}
