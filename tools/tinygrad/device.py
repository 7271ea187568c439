"""A device for tinygrad whose compiler and emulator are wavec: `DEV=WAVEC:IR` takes the LLVM IR that tinygrad makes for AMD's
processors, `DEV=WAVEC:HIP` what clang makes of its HIP kernels, `DEV=WAVEC:CL` its OpenCL C.

The environment says which command (`WAVEC`), processor (`PROCESSOR`) and level (`LEVEL`).
"""

import itertools
import os
import subprocess
import tempfile

import tinygrad.runtime.support.compiler_amd as compiler_amd
import tinygrad.runtime.support.compiler_llvm as compiler_llvm
from tinygrad.device import Allocator, CompileError, Compiled, Compiler, Program
from tinygrad.renderer.cstyle import HIPRenderer, OpenCLRenderer
from tinygrad.renderer.llvmir import AMDLLVMRenderer

WAVEC = os.environ.get("WAVEC", "wavec")
PROCESSOR = os.environ.get("PROCESSOR", "gfx942")
LEVEL = os.environ.get("LEVEL", "3")
FOLDER = tempfile.TemporaryDirectory(prefix="wavec-tinygrad-")
numbers = itertools.count()


def checked(command, error):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise error(f"{' '.join(command)}\n{done.stderr}")


class WavecCompiler(Compiler):
    """Gives the name of a file: the code object."""

    def __init__(self, extension):
        self.extension = extension
        super().__init__(None)

    def compile(self, src):
        path = f"{FOLDER.name}/{next(numbers)}"
        source = f"{path}.{self.extension}"
        with open(source, "w") as file:
            file.write(src)
        if self.extension == "hip":
            clang = ["clang-22", "-x", "hip", "--cuda-device-only", f"--offload-arch={PROCESSOR}", "-nogpulib", "-nogpuinc"]
            clang += ["-w", "-O2", "-std=c++20", "-ffp-contract=off", "-emit-llvm", "-S", source, "-o", f"{path}.ll"]
            checked(clang, CompileError)
            source = f"{path}.ll"
        checked([WAVEC, source, f"-mcpu={PROCESSOR}", f"-O{LEVEL}", "-w", "-o", f"{path}.co"], CompileError)
        return f"{path}.co".encode()


class WavecProgram(Program["WAVECDevice"]):
    def __init__(self, device, obj):
        self.path, self.signature = obj.lib.decode(), obj.signature

    def __call__(self, *bufs, global_size=(1, 1, 1), local_size=(1, 1, 1), vals=(), wait=False, **_):
        local_size = local_size or (1, 1, 1)
        items = ",".join(str(int(groups * size)) for groups, size in zip(global_size, local_size))
        command = [WAVEC, "run", self.path, "--global", items, "--local", ",".join(map(str, local_size))]
        with tempfile.TemporaryDirectory() as folder:
            for number, buffer in enumerate(bufs):
                with open(f"{folder}/{number}", "wb") as file:
                    file.write(bytes(buffer))
                command += ["--arg", f"buf:u8[{len(buffer)}]:file={folder}/{number}", "--out", f"{number}={folder}/{number}"]
            types = [dtype for _, _, dtype, _ in self.signature[len(bufs):]]
            for value, dtype in zip(vals, types):
                command += ["--arg", f"i{8 * dtype.itemsize}:{value}"]
            checked(command, RuntimeError)
            for number, buffer in enumerate(bufs):
                with open(f"{folder}/{number}", "rb") as file:
                    buffer[:] = file.read()


class WavecAllocator(Allocator["WAVECDevice"]):
    def _alloc(self, size, options):
        return memoryview(bytearray(size))

    def _as_buffer(self, src):
        return src

    def _copyin(self, dest, src):
        dest[:] = src

    def _copyout(self, dest, src):
        dest[:] = src

    def _offset(self, buf, size, offset):
        return buf[offset:offset + size]


class IRRenderer(AMDLLVMRenderer):
    def __init__(self, target):
        compiler_llvm.AMDLLVMCompiler = lambda arch: WavecCompiler("ll")
        super().__init__(target)


class HIPIRRenderer(HIPRenderer):
    def __init__(self, target):
        compiler_amd.HIPCompiler = lambda arch: WavecCompiler("hip")
        super().__init__(target)


class CLRenderer(OpenCLRenderer):
    def __init__(self, target):
        super().__init__(target)
        self.compiler = WavecCompiler("cl")


class WAVECDevice(Compiled):
    def __init__(self, device):
        renderers = [IRRenderer, HIPIRRenderer, CLRenderer]
        super().__init__(device, WavecAllocator(self), renderers, WavecProgram, arch=PROCESSOR)
