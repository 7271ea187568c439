// Printing through hostcalls, in the protocol of ROCm's device libraries: each wave takes a packet, fills in the data of
// its active lanes, and waits for the answer. The message of a lane takes several calls.
//
// RUN: wavec run %s --kernel print --global 128 --local 128 --arg buf:i32[128]:zero --dump 0:8 | FileCheck %s
// RUN: not wavec run %s --kernel other --global 64 --local 64 2>&1 | FileCheck %s --check-prefix=OTHER

typedef struct {
    ulong next;
    ulong active;
    uint service;
    uint control;
} Header;

typedef struct {
    ulong words[64][8];
} Payload;

typedef struct {
    global Header *headers;
    global Payload *payloads;
    ulong doorbell;
    ulong free_stack;
    ulong ready_stack;
    ulong index_mask;
} Buffer;

global Buffer *hostcall_buffer(void)
{
    constant char *arguments = (constant char *)__builtin_amdgcn_implicitarg_ptr();
    return *(global Buffer *constant *)(arguments + 80);
}

void push(global Buffer *buffer, volatile global ulong *stack, ulong packet)
{
    ulong top = *stack;
    for (;;) {
        buffer->headers[packet & buffer->index_mask].next = top;
        ulong found = atom_cmpxchg(stack, top, packet);
        if (found == top)
            break;
        top = found;
    }
}

ulong pop(global Buffer *buffer, volatile global ulong *stack)
{
    ulong top = *stack;
    for (;;) {
        volatile global ulong *next = &buffer->headers[top & buffer->index_mask].next;
        ulong found = atom_cmpxchg(stack, top, *next);
        if (found == top)
            return top;
        top = found;
    }
}

ulong call_host(uint service, ulong a, ulong b, ulong c)
{
    global Buffer *buffer = hostcall_buffer();
    uint lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
    uint first = __builtin_amdgcn_readfirstlane(lane);
    ulong packet = 0;
    if (lane == first)
        packet = pop(buffer, &buffer->free_stack);
    uint low = __builtin_amdgcn_readfirstlane((uint)packet);
    uint high = __builtin_amdgcn_readfirstlane((uint)(packet >> 32));
    packet = (ulong)high << 32 | low;
    volatile global Header *header = &buffer->headers[packet & buffer->index_mask];
    volatile global ulong *words = buffer->payloads[packet & buffer->index_mask].words[lane];
    ulong active = __builtin_amdgcn_read_exec();
    words[0] = a;
    words[1] = b;
    words[2] = c;
    if (lane == first) {
        header->active = active;
        header->service = service;
        header->control = 1;
        push(buffer, &buffer->ready_stack, packet);
    }
    uint ready;
    do {
        __builtin_amdgcn_s_sleep(1);
        ready = __builtin_amdgcn_readfirstlane(header->control & 1);
    } while (ready);
    ulong result = words[0];
    if (lane == first)
        push(buffer, &buffer->free_stack, packet + buffer->index_mask + 1);
    return result;
}

// CHECK: item 3 of 2.5
// CHECK-NEXT: item 67 of 34.5
// CHECK-NEXT: 0 0 0 14 0 0 0 0
kernel void print(global int *results)
{
    uint id = get_global_id(0);
    if (id % 64 != 3)
        return;
    ulong message = call_host(2, 1 | 1 << 5, 0, 0);
    // "item %d of %.1f\n"
    message = call_host(2, message | 2 << 5, 0x206425206d657469, 0xa66312e2520666f);
    message = call_host(2, message | 2 << 5, 0x0, id);
    results[id] = call_host(2, message | 2 | 1 << 5, as_ulong(id / 2 + 1.5), 0);
}

// OTHER: the emulator does not execute a hostcall for service 3 (allocation of memory)
kernel void other(void)
{
    call_host(3, 0, 64, 0);
}
