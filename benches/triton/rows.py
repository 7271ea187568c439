"""Kernels that go along rows: norms and their gradients, losses, embeddings, scans, sorting, counting."""

import triton
import triton.language as tl

from variant import Variant


@triton.jit
def rms_norm(x, weight, out, columns, epsilon, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    factor = tl.rsqrt(tl.sum(values * values, 0) / columns + epsilon)
    scaled = values * factor * tl.load(weight + at, mask=at < columns, other=0.0).to(tl.float32)
    tl.store(out + row * columns + at, scaled.to(out.dtype.element_ty), mask=at < columns)


@triton.jit
def layer_norm_backward(d_x, d_out, d_weight, d_bias, x, weight, mean, factor, lock, columns, GROUPS: tl.constexpr,
                        B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    mask = at < columns
    values = tl.load(x + row * columns + at, mask=mask, other=0).to(tl.float32)
    grad = tl.load(d_out + row * columns + at, mask=mask, other=0).to(tl.float32)
    scale = tl.load(weight + at, mask=mask).to(tl.float32)
    middle, own_factor = tl.load(mean + row), tl.load(factor + row)
    normal = tl.where(mask, (values - middle) * own_factor, 0.0)
    weighted = tl.where(mask, scale * grad, 0.0)
    c1 = tl.sum(normal * weighted, 0) / columns
    c2 = tl.sum(weighted, 0) / columns
    tl.store(d_x + row * columns + at, ((weighted - (normal * c1 + c2)) * own_factor).to(d_x.dtype.element_ty), mask=mask)
    part_weight, part_bias = (grad * normal).to(scale.dtype), grad.to(scale.dtype)
    group = row % GROUPS
    tl.atomic_add(d_weight + group * columns + at, part_weight, mask=mask)
    tl.atomic_add(d_bias + group * columns + at, part_bias, mask=mask)


@triton.jit
def cross_entropy(logits, labels, losses, columns, B: tl.constexpr):
    row = tl.program_id(0)
    top = -float("inf")
    sum = 0.0
    for first in range(0, columns, B):
        at = first + tl.arange(0, B)
        values = tl.load(logits + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
        larger = tl.maximum(top, tl.max(values, 0))
        sum = sum * tl.exp(top - larger) + tl.sum(tl.exp(values - larger), 0)
        top = larger
    label = tl.load(labels + row) % columns
    label = tl.where(label < 0, 0, label)
    own = tl.load(logits + row * columns + label).to(tl.float32)
    tl.store(losses + row, top + tl.log(sum) - own)
    for first in range(0, columns, B):
        at = first + tl.arange(0, B)
        values = tl.load(logits + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
        grad = tl.exp(values - top) / sum - tl.where(at == label, 1.0, 0.0)
        tl.store(logits + row * columns + at, grad.to(logits.dtype.element_ty), mask=at < columns)


@triton.jit
def rotary(q, cosines, sines, out, heads, HALF: tl.constexpr, BH: tl.constexpr):
    token = tl.program_id(0)
    at = tl.arange(0, HALF)
    cosine = tl.load(cosines + token * HALF + at)[None, :].to(tl.float32)
    sine = tl.load(sines + token * HALF + at)[None, :].to(tl.float32)
    head = tl.arange(0, BH)[:, None]
    low = (token * heads + head) * 2 * HALF + at[None, :]
    mask = head < heads
    first = tl.load(q + low, mask=mask, other=0).to(tl.float32)
    second = tl.load(q + low + HALF, mask=mask, other=0).to(tl.float32)
    tl.store(out + low, (first * cosine - second * sine).to(out.dtype.element_ty), mask=mask)
    tl.store(out + low + HALF, (second * cosine + first * sine).to(out.dtype.element_ty), mask=mask)


@triton.jit
def dropout(x, out, n, p, seed, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(x + at, mask=at < n)
    keep = tl.rand(seed, at) > p
    tl.store(out + at, tl.where(keep, values / (1 - p), 0.0).to(out.dtype.element_ty), mask=at < n)


@triton.jit
def gated(x, out, columns, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.program_id(1) * B + tl.arange(0, B)
    gate = tl.load(x + row * 2 * columns + at, mask=at < columns).to(tl.float32)
    up = tl.load(x + row * 2 * columns + columns + at, mask=at < columns).to(tl.float32)
    tl.store(out + row * columns + at, (gate * tl.sigmoid(gate) * up).to(out.dtype.element_ty), mask=at < columns)


@triton.jit
def quantize(x, out, scales, columns, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0).to(tl.float32)
    scale = tl.max(tl.abs(values), 0) / 127.0 + 1.0e-8
    tl.store(scales + row, scale)
    tl.store(out + row * columns + at, (values / scale).to(out.dtype.element_ty), mask=at < columns)


@triton.jit
def top_k(x, values_out, columns, B: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    tl.store(values_out + row * K + tl.arange(0, K), tl.topk(values, K))


@triton.jit
def arg_max(x, out, columns, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    tl.store(out + row, tl.argmax(values, 0))


@triton.jit
def counts(x, out, n, B: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    found = tl.histogram(tl.load(x + at, mask=at < n, other=0) & (BINS - 1), BINS)
    tl.atomic_add(out + tl.arange(0, BINS), found)


@triton.jit
def linear_step(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


@triton.jit
def recurrence(a, b, out, B: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, B)[:, None] * C + tl.arange(0, C)[None, :]
    _, result = tl.associative_scan((tl.load(a + at).to(tl.float32), tl.load(b + at).to(tl.float32)), 0, linear_step)
    tl.store(out + at, result)


@triton.jit
def products(x, out, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.cumprod(tl.load(x + at), 0, reverse=True))


@triton.jit
def embedding(ids, table, out, columns, B: tl.constexpr, ROWS: tl.constexpr):
    token = tl.program_id(0)
    row = tl.load(ids + token) & (ROWS - 1)
    for first in range(0, columns, B):
        at = first + tl.arange(0, B)
        tl.store(out + token * columns + at, tl.load(table + row * columns + at, mask=at < columns), mask=at < columns)


@triton.jit
def adam(x, grad, m, v, n, rate, step_m, step_v, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    g = tl.load(grad + at, mask=mask).to(tl.float32)
    mean = tl.load(m + at, mask=mask) * 0.9 + g * 0.1
    square = tl.load(v + at, mask=mask) * 0.999 + g * g * 0.001
    tl.store(m + at, mean, mask=mask)
    tl.store(v + at, square, mask=mask)
    value = tl.load(x + at, mask=mask).to(tl.float32)
    update = rate * (mean / step_m) / (tl.sqrt(square / step_v) + 1.0e-8)
    tl.store(x + at, (value - update).to(x.dtype.element_ty), mask=mask)


@triton.jit
def transpose(x, out, m, n, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tile = tl.load(x + rows[:, None] * n + columns[None, :], mask=mask)
    tl.store(out + columns[:, None] * m + rows[None, :], tl.trans(tile), mask=tl.trans(mask))


@triton.jit
def column_sums(x, out, m, n, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for first in range(0, m, BM):
        rows = first + tl.arange(0, BM)
        mask = (rows[:, None] < m) & (columns[None, :] < n)
        sum += tl.load(x + rows[:, None] * n + columns[None, :], mask=mask, other=0).to(tl.float32)
    tl.store(out + columns, tl.sum(sum, 0), mask=columns < n)


def variants():
    for kind in ("fp16", "bf16"):
        pointer = "*" + kind
        yield Variant(f"rms_norm_{kind}", rms_norm,
                      {"x": pointer, "weight": pointer, "out": pointer, "columns": "i32", "epsilon": "fp32"},
                      {"x": 3200, "weight": 800, "out": 3200, "columns": 800, "epsilon": 1.0e-5}, {"B": 1024},
                      (4, 1, 1))
        types = dict.fromkeys(("d_x", "d_out", "x", "weight"), pointer) | dict.fromkeys(
            ("d_weight", "d_bias", "mean", "factor"), "*fp32") | {"lock": "*i32", "columns": "i32"}
        sizes = dict.fromkeys(("d_x", "d_out", "x"), 4 * 512) | dict.fromkeys(
            ("weight", "mean", "factor", "lock"), 512) | {"d_weight": 1024, "d_bias": 1024, "columns": 500}
        yield Variant(f"layer_norm_backward_{kind}", layer_norm_backward, types, sizes, {"GROUPS": 2, "B": 512},
                      (4, 1, 1))
        yield Variant(f"cross_entropy_{kind}", cross_entropy,
                      {"logits": pointer, "labels": "*i32", "losses": "*fp32", "columns": "i32"},
                      {"logits": 4 * 1500, "labels": 4, "losses": 4, "columns": 1500}, {"B": 512}, (4, 1, 1))
        yield Variant(f"rotary_{kind}", rotary,
                      {"q": pointer, "cosines": pointer, "sines": pointer, "out": pointer, "heads": "i32"},
                      {"q": 4 * 12 * 128, "cosines": 256, "sines": 256, "out": 4 * 12 * 128, "heads": 12},
                      {"HALF": 64, "BH": 16}, (4, 1, 1))
        yield Variant(f"dropout_{kind}", dropout,
                      {"x": pointer, "out": pointer, "n": "i32", "p": "fp32", "seed": "i32"},
                      {"x": 4096, "out": 4096, "n": 4000, "p": 0.3, "seed": 1234}, {"B": 1024}, (4, 1, 1))
        yield Variant(f"gated_{kind}", gated, {"x": pointer, "out": pointer, "columns": "i32"},
                      {"x": 4 * 1000, "out": 4 * 500, "columns": 500}, {"B": 512}, (4, 1, 1))
        yield Variant(f"quantize_{kind}", quantize, {"x": pointer, "out": "*i8", "scales": "*fp32", "columns": "i32"},
                      {"x": 4 * 500, "out": 4 * 500, "scales": 4, "columns": 500}, {"B": 512}, (4, 1, 1))
        yield Variant(f"arg_max_{kind}", arg_max, {"x": pointer, "out": "*i32", "columns": "i32"},
                      {"x": 4 * 500, "out": 4, "columns": 500}, {"B": 512}, (4, 1, 1))
        yield Variant(f"embedding_{kind}", embedding,
                      {"ids": "*i32", "table": pointer, "out": pointer, "columns": "i32"},
                      {"ids": 4, "table": 8 * 800, "out": 4 * 800, "columns": 800}, {"B": 512, "ROWS": 8}, (4, 1, 1))
        yield Variant(f"adam_{kind}", adam,
                      {"x": pointer, "grad": pointer, "m": "*fp32", "v": "*fp32", "n": "i32", "rate": "fp32",
                       "step_m": "fp32", "step_v": "fp32"},
                      dict.fromkeys(("x", "grad", "m", "v"), 4096) | {
                          "n": 4000, "rate": 0.001, "step_m": 0.1, "step_v": 0.001}, {"B": 1024}, (4, 1, 1))
        yield Variant(f"transpose_{kind}", transpose, {"x": pointer, "out": pointer, "m": "i32", "n": "i32"},
                      {"x": 64 * 96, "out": 64 * 96, "m": 64, "n": 96}, {"BM": 64, "BN": 32}, (1, 3, 1))
        yield Variant(f"column_sums_{kind}", column_sums, {"x": pointer, "out": "*fp32", "m": "i32", "n": "i32"},
                      {"x": 100 * 96, "out": 96, "m": 100, "n": 96}, {"BM": 16, "BN": 64}, (2, 1, 1))
    yield Variant("top_k_fp32", top_k, {"x": "*fp32", "values_out": "*fp32", "columns": "i32"},
                  {"x": 400, "values_out": 32, "columns": 200}, {"B": 256, "K": 8}, (2, 1, 1))
    yield Variant("counts_i32", counts, {"x": "*i32", "out": "*i32", "n": "i32"},
                  {"x": 2048, "out": 64, "n": 2000}, {"B": 1024, "BINS": 64}, (2, 1, 1))
    yield Variant("recurrence_fp32", recurrence, {"a": "*fp32", "b": "*fp32", "out": "*fp32"},
                  dict.fromkeys(("a", "b", "out"), 128 * 32), {"B": 128, "C": 32})
    yield Variant("products_fp32", products, {"x": "*fp32", "out": "*fp32"}, {"x": 1024, "out": 1024}, {"B": 512},
                  (2, 1, 1))
