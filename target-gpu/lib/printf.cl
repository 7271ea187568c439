/* The buffer that printf writes to begins with the bytes of its records and its own size; records follow. */

global uint *__printf_alloc(uint bytes)
{
    ulong address = ((__constant ulong *)__builtin_amdgcn_implicitarg_ptr())[9];
    if (address == 0)
        return 0;
    volatile global uint *buffer = (volatile global uint *)address;
    uint room = buffer[1];
    uint used = buffer[0];
    for (;;) {
        if (8 + used + bytes > room)
            return 0;
        uint found = atomic_cmpxchg(buffer, used, used + bytes);
        if (found == used)
            return (global uint *)address + 2 + used / 4;
        used = found;
    }
}
