"""Writes the LLVM IR that Triton makes of the kernels beside this file, and a list for `code_quality --list`.

    pip install triton==3.5.0
    python3 benches/triton/emit.py OUT [FILTER]
    cargo run --release -p wavec-tests --bin code_quality -- --list=OUT/list

Triton compiles for a processor that it is told, so no GPU is needed. LLVM's tools read IR of Triton's LLVM after small
changes of syntax, which `readable` makes.
"""

import pathlib
import re
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import kernels

TARGET = GPUTarget("hip", "gfx942", 64)
BYTES = {"fp16": 2, "bf16": 2, "fp32": 4, "fp64": 8, "i8": 1, "i32": 4, "i64": 8, "fp8e4b8": 1, "fp8e5b16": 1}


def readable(text):
    """IR as LLVM 22 reads it."""
    return re.sub(r" nocapture(?=[ ,)])", " captures(none)", text)


def compile_variant(variant):
    """The IR, the threads of a workgroup, and the bytes of LDS that a launch gives it."""
    function = variant.kernel
    names = function.arg_names
    signature = {name: variant.types.get(name, "constexpr") for name in names}
    attributes = {
        (names.index(name),): [["tt.divisibility", 16]]
        for name, kind in variant.types.items()
        if kind.startswith("*") or variant.arguments[name] % 16 == 0
    }
    constants = {(names.index(name),): value for name, value in variant.constants.items()}
    source = ASTSource(function, signature, constants, attributes)
    done = triton.compile(source, target=TARGET, options=variant.options)
    return readable(done.asm["llir"]), 64 * variant.options.get("num_warps", 4), done.metadata.shared


def arguments(variant):
    words = []
    for name in variant.kernel.arg_names:
        kind = variant.types.get(name)
        if kind is None:
            continue
        value = variant.arguments[name]
        words.append(str(value * BYTES[kind[1:]]) if kind.startswith("*") else f"{kind}:{value}")
    # Scratch memory of Triton's own, by two pointers.
    return words + ["64", "64"]


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    lines = []
    for variant in kernels.variants():
        if not all(word in variant.name for word in sys.argv[2:]):
            continue
        try:
            text, threads, lds = compile_variant(variant)
        except Exception as error:
            print(f"{variant.name}: {error}", file=sys.stderr)
            continue
        path = out / f"{variant.name}.ll"
        path.write_text(text)
        grid = ",".join(str(n * threads if i == 0 else n) for i, n in enumerate(variant.grid))
        name = variant.kernel.__name__
        lines.append(" ".join([str(path), name, grid, f"{threads},1,1", f"lds:{lds}", *arguments(variant)]))
    (out / "list").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} kernels in {out / 'list'}")


if __name__ == "__main__":
    main()
