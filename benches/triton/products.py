"""Kernels around matrix products: persistent, grouped, convolution, doubles, the rest of attention's gradient."""

import triton
import triton.language as tl

from variant import Variant


@triton.jit
def matmul_persistent(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
    for tile in range(tl.program_id(0), tiles_m * tiles_n, PROGRAMS):
        rows = tile // tiles_n * BM + tl.arange(0, BM)
        columns = tile % tiles_n * BN + tl.arange(0, BN)
        sum = tl.zeros((BM, BN), dtype=tl.float32)
        for step in range(0, tl.cdiv(k, BK)):
            inner = step * BK + tl.arange(0, BK)
            left = tl.load(a + rows[:, None] * k + inner[None, :], mask=rows[:, None] < m, other=0.0)
            right = tl.load(b + inner[:, None] * n + columns[None, :], mask=columns[None, :] < n, other=0.0)
            sum = tl.dot(left, right, sum)
        mask = (rows[:, None] < m) & (columns[None, :] < n)
        tl.store(c + rows[:, None] * n + columns[None, :], sum.to(c.dtype.element_ty), mask=mask)


@triton.jit
def matmul_grouped(a, b, c, sizes, groups, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   PROGRAMS: tl.constexpr):
    tile = tl.program_id(0)
    first_row = 0
    done = 0
    tiles_n = tl.cdiv(n, BN)
    for group in range(groups):
        size = tl.load(sizes + group) & 127
        tiles = tl.cdiv(size, BM) * tiles_n
        while tile >= done and tile < done + tiles:
            own = tile - done
            rows = own // tiles_n * BM + tl.arange(0, BM)
            columns = own % tiles_n * BN + tl.arange(0, BN)
            inner = tl.arange(0, BK)
            at_a = a + (first_row + rows[:, None]) * k + inner[None, :]
            at_b = b + group * k * n + inner[:, None] * n + columns[None, :]
            sum = tl.zeros((BM, BN), dtype=tl.float32)
            for step in range(0, k // BK):
                left = tl.load(at_a, mask=rows[:, None] < size, other=0.0)
                right = tl.load(at_b)
                sum = tl.dot(left, right, sum)
                at_a += BK
                at_b += BK * n
            tl.store(c + (first_row + rows[:, None]) * n + columns[None, :], sum.to(c.dtype.element_ty),
                     mask=rows[:, None] < size)
            tile += PROGRAMS
        done += tiles
        first_row += size


@triton.jit
def matmul_fused(a, b, bias, residual, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_n, pid_m = tl.program_id(0), tl.program_id(1)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, k // BK):
        left = tl.load(a + rows[:, None] * k + (step * BK + inner)[None, :])
        right = tl.load(b + columns[None, :] * k + (step * BK + inner)[:, None])
        sum = tl.dot(left, right, sum)
    sum += tl.load(bias + columns).to(tl.float32)[None, :]
    sum = sum * tl.sigmoid(sum)
    at = rows[:, None] * n + columns[None, :]
    tl.store(c + at, (sum + tl.load(residual + at).to(tl.float32)).to(c.dtype.element_ty))


@triton.jit
def matmul_double(a, b, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_n, pid_m = tl.program_id(0), tl.program_id(1)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    sum = tl.zeros((BM, BN), dtype=tl.float64)
    for step in range(0, k // BK):
        left = tl.load(a + rows[:, None] * k + (step * BK + inner)[None, :])
        right = tl.load(b + (step * BK + inner)[:, None] * n + columns[None, :])
        # Triton has no MFMA of doubles.
        sum += tl.sum(left[:, :, None] * right[None, :, :], 1)
    tl.store(c + rows[:, None] * n + columns[None, :], sum)


@triton.jit
def convolution(x, weight, out, height, width, channels, features, BP: tl.constexpr, BF: tl.constexpr,
                BC: tl.constexpr, SIZE: tl.constexpr):
    pixels = tl.program_id(0) * BP + tl.arange(0, BP)
    filters = tl.program_id(1) * BF + tl.arange(0, BF)
    inner = tl.arange(0, BC)
    row, column = pixels // width, pixels % width
    sum = tl.zeros((BP, BF), dtype=tl.float32)
    for tap in range(0, SIZE * SIZE):
        y, x_at = row + tap // SIZE - SIZE // 2, column + tap % SIZE - SIZE // 2
        inside = (y >= 0) & (y < height) & (x_at >= 0) & (x_at < width)
        for first in range(0, channels, BC):
            at = (y * width + x_at)[:, None] * channels + (first + inner)[None, :]
            left = tl.load(x + at, mask=inside[:, None] & (first + inner < channels)[None, :], other=0.0)
            at = (tap * channels + first + inner)[:, None] * features + filters[None, :]
            right = tl.load(weight + at, mask=(first + inner < channels)[:, None], other=0.0)
            sum = tl.dot(left, right, sum)
    mask = (pixels < height * width)[:, None] & (filters < features)[None, :]
    tl.store(out + pixels[:, None] * features + filters[None, :], sum.to(out.dtype.element_ty), mask=mask)


@triton.jit
def attention_backward_query(q, k, v, d_out, m, delta, d_q, length, scale, D: tl.constexpr, BM: tl.constexpr,
                             BN: tl.constexpr):
    block, head = tl.program_id(0), tl.program_id(1)
    base = head * length * D
    rows = block * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    query = tl.load(q + base + rows[:, None] * D + inner[None, :])
    grad = tl.load(d_out + base + rows[:, None] * D + inner[None, :])
    top = tl.load(m + head * length + rows)
    d = tl.load(delta + head * length + rows)
    grad_q = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, (block + 1) * BM, BN):
        columns = start + tl.arange(0, BN)
        key_t = tl.load(k + base + columns[None, :] * D + inner[:, None])
        value_t = tl.load(v + base + columns[None, :] * D + inner[:, None])
        weight = tl.math.exp2(tl.dot(query, key_t) * scale - top[:, None])
        weight = tl.where(rows[:, None] >= columns[None, :], weight, 0.0)
        change = tl.dot(grad, value_t)
        score = (weight * (change - d[:, None])).to(key_t.dtype)
        grad_q = tl.dot(score, tl.trans(key_t), grad_q)
    tl.store(d_q + base + rows[:, None] * D + inner[None, :], (grad_q * scale).to(d_q.dtype.element_ty))


@triton.jit
def attention_decode(q, k, v, table, out, length, scale, D: tl.constexpr, PAGE: tl.constexpr, HEADS: tl.constexpr):
    sequence = tl.program_id(0)
    heads = tl.arange(0, HEADS)
    inner = tl.arange(0, D)
    slots = tl.arange(0, PAGE)
    query = tl.load(q + (sequence * HEADS + heads)[:, None] * D + inner[None, :])
    top = tl.full((HEADS,), -float("inf"), dtype=tl.float32)
    sum = tl.zeros((HEADS,), dtype=tl.float32)
    acc = tl.zeros((HEADS, D), dtype=tl.float32)
    for page in range(0, tl.cdiv(length, PAGE)):
        block = tl.load(table + page) & 3
        at = (block * PAGE + slots)[:, None] * D + inner[None, :]
        valid = page * PAGE + slots < length
        key = tl.load(k + at, mask=valid[:, None], other=0.0)
        score = tl.where(valid[None, :], tl.dot(query, tl.trans(key)) * scale, -float("inf"))
        larger = tl.maximum(top, tl.max(score, 1))
        weight = tl.math.exp2(score - larger[:, None])
        correction = tl.math.exp2(top - larger)
        value = tl.load(v + at, mask=valid[:, None], other=0.0)
        acc = tl.dot(weight.to(value.dtype), value, acc * correction[:, None])
        sum = sum * correction + tl.sum(weight, 1)
        top = larger
    tl.store(out + (sequence * HEADS + heads)[:, None] * D + inner[None, :],
             (acc / sum[:, None]).to(out.dtype.element_ty))


def variants():
    m, n, k = 128, 128, 128
    for kind in ("fp16", "bf16", "i8"):
        pointer = "*" + kind
        if kind != "i8":
            numbers = {"m": m, "n": n, "k": k}
            types = {"a": pointer, "b": pointer, "c": pointer} | dict.fromkeys(numbers, "i32")
            yield Variant(f"matmul_persistent_{kind}", matmul_persistent, types,
                          {"a": m * k, "b": k * n, "c": m * n} | numbers,
                          {"BM": 64, "BN": 64, "BK": 32, "PROGRAMS": 2}, (2, 1, 1))
            numbers = {"groups": 3, "n": 64, "k": 64}
            types = {"a": pointer, "b": pointer, "c": pointer, "sizes": "*i32"} | dict.fromkeys(numbers, "i32")
            yield Variant(f"matmul_grouped_{kind}", matmul_grouped, types,
                          {"a": 384 * 64, "b": 3 * 64 * 64, "c": 384 * 64, "sizes": 4} | numbers,
                          {"BM": 32, "BN": 32, "BK": 32, "PROGRAMS": 2}, (2, 1, 1))
            types = dict.fromkeys(("a", "b", "bias", "residual", "c"), pointer) | {"n": "i32", "k": "i32"}
            yield Variant(f"matmul_fused_{kind}", matmul_fused, types,
                          {"a": m * k, "b": k * n, "bias": n, "residual": m * n, "c": m * n, "n": n, "k": k},
                          {"BM": 64, "BN": 128, "BK": 64}, (1, 2, 1), {"num_warps": 8})
            numbers = {"height": 8, "width": 8, "channels": 48, "features": 64}
            types = dict.fromkeys(("x", "weight", "out"), pointer) | dict.fromkeys(numbers, "i32")
            yield Variant(f"convolution_{kind}", convolution, types,
                          {"x": 64 * 48, "weight": 9 * 48 * 64, "out": 64 * 64} | numbers,
                          {"BP": 64, "BF": 32, "BC": 32, "SIZE": 3}, (1, 2, 1))
            length = 128
            types = dict.fromkeys(("q", "k", "v", "d_out", "d_q"), pointer) | {
                "m": "*fp32", "delta": "*fp32", "length": "i32", "scale": "fp32"}
            yield Variant(f"attention_backward_query_{kind}", attention_backward_query, types,
                          dict.fromkeys(("q", "k", "v", "d_out", "d_q"), length * 64) | {
                              "m": length, "delta": length, "length": length, "scale": 0.125},
                          {"D": 64, "BM": 64, "BN": 32}, (length // 64, 1, 1))
            types = dict.fromkeys(("q", "k", "v", "out"), pointer) | {
                "table": "*i32", "length": "i32", "scale": "fp32"}
            yield Variant(f"attention_decode_{kind}", attention_decode, types,
                          {"q": 16 * 128, "k": 4 * 32 * 128, "v": 4 * 32 * 128, "out": 16 * 128, "table": 8,
                           "length": 120, "scale": 0.125}, {"D": 128, "PAGE": 32, "HEADS": 16}, (1, 1, 1),
                          {"num_warps": 1})
    types = dict.fromkeys(("a", "b", "c"), "*fp64") | {"n": "i32", "k": "i32"}
    yield Variant("matmul_double", matmul_double, types,
                  dict.fromkeys(("a", "b", "c"), 32 * 64) | {"n": 32, "k": 64},
                  {"BM": 16, "BN": 16, "BK": 8}, (2, 2, 1))
