"""Kernels of machine learning in Triton, with the variants that are measured."""

import triton
import triton.language as tl

import products
import rows
from variant import Variant


@triton.jit
def matmul(a, b, c, m, n, k, stride_a, stride_b, stride_c, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           ACC: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
    in_group = GROUP * tiles_n
    first = pid // in_group * GROUP
    size = min(tiles_m - first, GROUP)
    pid_m = first + pid % in_group % size
    pid_n = pid % in_group // size
    rows = (pid_m * BM + tl.arange(0, BM)) % m
    columns = (pid_n * BN + tl.arange(0, BN)) % n
    inner = tl.arange(0, BK)
    at_a = a + rows[:, None] * stride_a + inner[None, :]
    at_b = b + inner[:, None] * stride_b + columns[None, :]
    sum = tl.zeros((BM, BN), dtype=ACC)
    for step in range(0, tl.cdiv(k, BK)):
        left = tl.load(at_a, mask=inner[None, :] < k - step * BK, other=0.0)
        right = tl.load(at_b, mask=inner[:, None] < k - step * BK, other=0.0)
        sum = tl.dot(left, right, sum, out_dtype=ACC)
        at_a += BK
        at_b += BK * stride_b
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + stride_c * rows[:, None] + columns[None, :], sum.to(c.dtype.element_ty), mask=mask)


@triton.jit
def matmul_split_k(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr):
    pid_n, pid_m, pid_k = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = pid_k * BK + tl.arange(0, BK)
    at_a = a + rows[:, None] * k + inner[None, :]
    at_b = b + inner[:, None] * n + columns[None, :]
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, k // (BK * SPLIT)):
        sum = tl.dot(tl.load(at_a), tl.load(at_b), sum)
        at_a += BK * SPLIT
        at_b += BK * SPLIT * n
    tl.atomic_add(c + rows[:, None] * n + columns[None, :], sum)


@triton.jit
def matmul_int4(a, b, scales, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_n, pid_m = tl.program_id(0), tl.program_id(1)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    scale = tl.load(scales + columns)
    for step in range(0, k // BK):
        left = tl.load(a + rows[:, None] * k + (step * BK + inner)[None, :])
        packed = tl.load(b + (step * BK + inner)[:, None] // 2 * n + columns[None, :])
        right = (packed >> ((inner % 2) * 4)[:, None]) & 15
        right = ((right - 8).to(tl.float32) * scale[None, :]).to(tl.float16)
        sum = tl.dot(left, right, sum)
    tl.store(c + rows[:, None] * n + columns[None, :], sum.to(tl.float16))


@triton.jit
def attention(q, k, v, out, length, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    block, head = tl.program_id(0), tl.program_id(1)
    base = head * length * D
    rows = block * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    inner = tl.arange(0, D)
    query = tl.load(q + base + rows[:, None] * D + inner[None, :])
    top = tl.full((BM,), -float("inf"), dtype=tl.float32)
    sum = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    end = (block + 1) * BM if CAUSAL else length
    for start in range(0, end, BN):
        key = tl.load(k + base + (start + columns)[None, :] * D + inner[:, None])
        score = tl.dot(query, key) * scale
        if CAUSAL:
            score = tl.where(rows[:, None] >= (start + columns)[None, :], score, -1.0e6)
        larger = tl.maximum(top, tl.max(score, 1))
        weight = tl.math.exp2(score - larger[:, None])
        correction = tl.math.exp2(top - larger)
        sum = sum * correction + tl.sum(weight, 1)
        value = tl.load(v + base + (start + columns)[:, None] * D + inner[None, :])
        acc = tl.dot(weight.to(value.dtype), value, acc * correction[:, None])
        top = larger
    acc = acc / sum[:, None]
    tl.store(out + base + rows[:, None] * D + inner[None, :], acc.to(out.dtype.element_ty))


@triton.jit
def attention_backward(q, k, v, d_out, m, delta, d_k, d_v, length, scale, D: tl.constexpr, BM: tl.constexpr,
                       BN: tl.constexpr):
    block, head = tl.program_id(0), tl.program_id(1)
    base = head * length * D
    columns = block * BN + tl.arange(0, BN)
    inner = tl.arange(0, D)
    key = tl.load(k + base + columns[:, None] * D + inner[None, :])
    value = tl.load(v + base + columns[:, None] * D + inner[None, :])
    grad_k = tl.zeros((BN, D), dtype=tl.float32)
    grad_v = tl.zeros((BN, D), dtype=tl.float32)
    for start in range(0, length, BM):
        rows = start + tl.arange(0, BM)
        query_t = tl.load(q + base + rows[None, :] * D + inner[:, None])
        top = tl.load(m + head * length + rows)
        weight_t = tl.math.exp2(tl.dot(key, query_t) * scale - top[None, :])
        grad = tl.load(d_out + base + rows[:, None] * D + inner[None, :])
        grad_v = tl.dot(weight_t.to(grad.dtype), grad, grad_v)
        change_t = tl.dot(value, tl.trans(grad))
        d = tl.load(delta + head * length + rows)
        score_t = (weight_t * (change_t - d[None, :])).to(grad.dtype)
        grad_k = tl.dot(score_t, tl.trans(query_t), grad_k)
    tl.store(d_v + base + columns[:, None] * D + inner[None, :], grad_v.to(d_v.dtype.element_ty))
    tl.store(d_k + base + columns[:, None] * D + inner[None, :], (grad_k * scale).to(d_k.dtype.element_ty))


@triton.jit
def softmax(x, out, columns, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    power = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * columns + at, (power / tl.sum(power, 0)).to(out.dtype.element_ty), mask=at < columns)


@triton.jit
def layer_norm(x, weight, bias, out, columns, epsilon, B: tl.constexpr):
    row = tl.program_id(0)
    sum = tl.zeros((B,), dtype=tl.float32)
    squares = tl.zeros((B,), dtype=tl.float32)
    for first in range(0, columns, B):
        at = first + tl.arange(0, B)
        values = tl.load(x + row * columns + at, mask=at < columns, other=0).to(tl.float32)
        sum += values
        squares += values * values
    mean = tl.sum(sum, 0) / columns
    factor = tl.rsqrt(tl.sum(squares, 0) / columns - mean * mean + epsilon)
    for first in range(0, columns, B):
        at = first + tl.arange(0, B)
        mask = at < columns
        values = tl.load(x + row * columns + at, mask=mask, other=0).to(tl.float32)
        scaled = (values - mean) * factor * tl.load(weight + at, mask=mask).to(tl.float32)
        tl.store(out + row * columns + at, (scaled + tl.load(bias + at, mask=mask).to(tl.float32)).to(out.dtype.element_ty),
                 mask=mask)


@triton.jit
def gelu_add(x, y, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    a = tl.load(x + at, mask=mask).to(tl.float32) + tl.load(y + at, mask=mask).to(tl.float32)
    result = 0.5 * a * (1 + tl.math.erf(a * 0.70710678))
    tl.store(out + at, result.to(out.dtype.element_ty), mask=mask)


@triton.jit
def row_sort(x, out, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    tl.store(out + row * B + at, tl.sort(tl.load(x + row * B + at)))


@triton.jit
def prefix_sum(x, out, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    tl.store(out + row * B + at, tl.cumsum(tl.load(x + row * B + at), 0))


def matmuls():
    m, n, k = 128, 128, 256
    accumulators = {"fp16": tl.float32, "bf16": tl.float32, "fp8e4b8": tl.float32, "fp8e5b16": tl.float32,
                    "i8": tl.int32, "fp32": tl.float32}
    results = {"fp8e4b8": "fp16", "fp8e5b16": "fp16", "i8": "i32"}
    shapes = [(64, 64, 32, 4, 2), (128, 64, 64, 4, 2), (128, 128, 32, 4, 2), (32, 32, 64, 1, 2), (16, 16, 64, 1, 1)]
    for kind, accumulator in accumulators.items():
        for bm, bn, bk, warps, stages in shapes:
            if kind == "fp32" and bm * bn > 64 * 64:
                continue
            result = results.get(kind, kind)
            types = {"a": "*" + kind, "b": "*" + kind, "c": "*" + result, "m": "i32", "n": "i32", "k": "i32",
                     "stride_a": "i32", "stride_b": "i32", "stride_c": "i32"}
            sizes = {"a": m * k, "b": k * n, "c": m * n, "m": m, "n": n, "k": k, "stride_a": k, "stride_b": n,
                     "stride_c": n}
            yield Variant(f"matmul_{kind}_{bm}x{bn}x{bk}w{warps}s{stages}", matmul, types, sizes,
                          {"BM": bm, "BN": bn, "BK": bk, "ACC": accumulator, "GROUP": 4},
                          (m // bm * (n // bn), 1, 1), {"num_warps": warps, "num_stages": stages})


def variants():
    yield from matmuls()
    types = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "m": "i32", "n": "i32", "k": "i32"}
    sizes = {"a": 64 * 512, "b": 512 * 64, "c": 64 * 64, "m": 64, "n": 64, "k": 512}
    yield Variant("matmul_split_k", matmul_split_k, types, sizes, {"BM": 32, "BN": 32, "BK": 64, "SPLIT": 2}, (2, 2, 2))
    types = {"a": "*fp16", "b": "*i8", "scales": "*fp32", "c": "*fp16", "n": "i32", "k": "i32"}
    sizes = {"a": 64 * 256, "b": 128 * 64, "scales": 64, "c": 64 * 64, "n": 64, "k": 256}
    yield Variant("matmul_int4", matmul_int4, types, sizes, {"BM": 32, "BN": 64, "BK": 64}, (1, 2, 1))
    length = 256
    for kind in ("fp16", "bf16"):
        for d, bm, bn, causal in [(64, 128, 64, False), (64, 128, 64, True), (128, 128, 32, False), (32, 64, 64, True)]:
            pointer = "*" + kind
            types = {"q": pointer, "k": pointer, "v": pointer, "out": pointer, "length": "i32", "scale": "fp32"}
            sizes = dict.fromkeys(("q", "k", "v", "out"), length * d) | {"length": length, "scale": 0.125}
            yield Variant(f"attention_{kind}_{d}_{bm}x{bn}{'_causal' if causal else ''}", attention, types, sizes,
                          {"D": d, "BM": bm, "BN": bn, "CAUSAL": causal}, (length // bm, 1, 1))
        types = dict.fromkeys(("q", "k", "v", "d_out", "d_k", "d_v"), pointer) | {
            "m": "*fp32", "delta": "*fp32", "length": "i32", "scale": "fp32"}
        sizes = dict.fromkeys(("q", "k", "v", "d_out", "d_k", "d_v"), length * 64) | {
            "m": length, "delta": length, "length": length, "scale": 0.125}
        yield Variant(f"attention_backward_{kind}", attention_backward, types, sizes, {"D": 64, "BM": 32, "BN": 64},
                      (length // 64, 1, 1))
        for columns, block, warps in [(781, 1024, 4), (256, 256, 1), (4096, 4096, 8)]:
            yield Variant(f"softmax_{kind}_{columns}", softmax, {"x": pointer, "out": pointer, "columns": "i32"},
                          {"x": 4 * columns, "out": 4 * columns, "columns": columns}, {"B": block}, (4, 1, 1),
                          {"num_warps": warps})
        types = {"x": pointer, "weight": pointer, "bias": pointer, "out": pointer, "columns": "i32", "epsilon": "fp32"}
        sizes = {"x": 4096, "weight": 1024, "bias": 1024, "out": 4096, "columns": 1024, "epsilon": 1.0e-5}
        yield Variant(f"layer_norm_{kind}", layer_norm, types, sizes, {"B": 512}, (4, 1, 1))
        yield Variant(f"gelu_add_{kind}", gelu_add, {"x": pointer, "y": pointer, "out": pointer, "n": "i32"},
                      dict.fromkeys(("x", "y", "out"), 4096) | {"n": 4000}, {"B": 1024}, (4, 1, 1))
    yield Variant("row_sort_i32", row_sort, {"x": "*i32", "out": "*i32"}, {"x": 512, "out": 512}, {"B": 256}, (2, 1, 1))
    yield Variant("prefix_sum_fp32", prefix_sum, {"x": "*fp32", "out": "*fp32"}, {"x": 2048, "out": 2048}, {"B": 1024},
                  (2, 1, 1))
    yield from products.variants()
    yield from rows.variants()
