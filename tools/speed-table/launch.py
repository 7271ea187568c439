"""Launches a kernel on the OpenCL platform that is there, twice, and prints the seconds of each launch.

Usage: launch.py FILE KERNEL GLOBAL LOCAL OUTPUT ARGUMENT...

Sizes and arguments are written as for `wavec run`: i32:42, f32:0.5, local:BYTES, buf:TYPE[COUNT]:zero|iota|const=V. The bytes of
the buffers after the first launch are written to OUTPUT, one after the other.
"""

import re
import sys
import time

import numpy
import pyopencl

TYPES = {"f32": numpy.float32, "i32": numpy.int32, "u32": numpy.uint32, "u8": numpy.uint8}


def contents(spec):
    """The initial elements of a buffer."""
    kind, width, count, fill = re.fullmatch(r"buf:(\w+?)(?:x(\d+))?\[(\d+)\](?::(.*))?", spec).groups()
    count = int(count) * int(width or 1)
    if fill == "iota":
        return numpy.arange(count).astype(TYPES[kind])
    value = float(fill.removeprefix("const=")) if fill and fill != "zero" else 0
    return numpy.full(count, value, TYPES[kind])


def main():
    path, kernel, grid, group, output, *specs = sys.argv[1:]
    device = pyopencl.get_platforms()[0].get_devices()[0]
    context = pyopencl.Context([device])
    queue = pyopencl.CommandQueue(context)
    with open(path, encoding="utf-8") as file:
        program = pyopencl.Program(context, file.read()).build("-cl-std=CL1.2")
    buffers = []
    arguments = []
    flags = pyopencl.mem_flags.READ_WRITE | pyopencl.mem_flags.COPY_HOST_PTR
    for spec in specs:
        kind, _, value = spec.partition(":")
        if kind == "buf":
            elements = contents(spec)
            buffers.append((pyopencl.Buffer(context, flags, hostbuf=elements), elements))
            arguments.append(buffers[-1][0])
        elif kind == "local":
            arguments.append(pyopencl.LocalMemory(int(value)))
        else:
            arguments.append(TYPES[kind](value))
    sizes = [tuple(int(size) for size in text.split(",")) for text in (grid, group)]
    function = getattr(program, kernel)
    times = []
    for number in range(2):
        start = time.perf_counter()
        function(queue, *sizes, *arguments)
        queue.finish()
        times.append(time.perf_counter() - start)
        if number == 0:
            with open(output, "wb") as file:
                for buffer, elements in buffers:
                    pyopencl.enqueue_copy(queue, elements, buffer)
                    file.write(elements.tobytes())
    print(*times)


main()
