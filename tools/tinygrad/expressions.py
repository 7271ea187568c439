"""Tensor expressions over tinygrad's operations and types, each with seeded inputs."""

import numpy as np
from tinygrad import Tensor, dtypes

FLOATS = "float32 float16 bfloat16 float64".split()
INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
UNARY = """exp exp2 log log2 sqrt rsqrt sin cos tan sigmoid tanh relu gelu silu softplus elu mish erf abs neg sign floor ceil
round trunc square reciprocal asin acos atan sinh cosh asinh acosh atanh logsigmoid hardswish isnan isinf""".split()
# Of these, 1 and more are arguments.
FROM_ONE = ("log", "log2", "sqrt", "rsqrt", "acosh")
BINARY = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "max": lambda a, b: a.maximum(b),
    "min": lambda a, b: a.minimum(b), "lt": lambda a, b: a < b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
}
OF_INTEGERS = {
    "div": lambda a, b: a // b, "mod": lambda a, b: a % b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b, "shr": lambda a, b: a >> 2, "not": lambda a, b: ~a, "div7": lambda a, b: a // 7,
    "mod13": lambda a, b: a % 13,
}
REDUCTIONS = "sum max min mean prod std var argmax argmin cumsum any all".split()


class Inputs:
    def __init__(self, name):
        self.random = np.random.default_rng(sum(map(ord, name)))

    def floats(self, *shape, low=-2, high=2, dtype="float32"):
        values = self.random.random(shape) * (high - low) + low
        return Tensor(values.astype(np.float32)).cast(dtype).realize()

    def integers(self, *shape, low=-100, high=100, dtype="int32"):
        low = max(low, 0) if dtype[0] in "ub" else low
        return Tensor(self.random.integers(low, high, shape).astype(np.int32)).cast(dtype).realize()


def result(tensor):
    return tensor.cast("float32") if tensor.dtype == dtypes.bfloat16 else tensor


def convolution(i, channels, filters, size, kernel, stride, padding, groups, transposed):
    image = i.floats(2, channels, size, size)
    if transposed:
        weights = i.floats(channels, filters // groups, kernel, kernel)
        return image.conv_transpose2d(weights, stride=stride, padding=padding, groups=groups)
    weights = i.floats(filters, channels // groups, kernel, kernel)
    return image.conv2d(weights, stride=stride, padding=padding, groups=groups)


def gradients(i):
    x, first, second = i.floats(32, 20), i.floats(20, 40), i.floats(40, 10)
    for tensor in (x, first, second):
        tensor.requires_grad = True
    loss = ((x @ first).tanh() @ second).log_softmax().sparse_categorical_crossentropy(Tensor(np.arange(32) % 10))
    loss.backward()
    return first.grad.flatten().cat(second.grad.flatten(), x.grad.flatten())


def attention(i, dtype, causal):
    parts = [i.floats(2, 4, 33, 32, dtype=dtype) for _ in range(3)]
    return parts[0].scaled_dot_product_attention(parts[1], parts[2], is_causal=causal)


def expressions():
    """By name: a function of the inputs."""
    found = {}
    for dtype in FLOATS:
        for name in UNARY:
            low, high = (1.01, 3) if name in FROM_ONE else (-0.99, 0.99)
            found[f"{name}.{dtype}"] = lambda i, n=name, t=dtype, l=low, h=high: getattr(
                i.floats(45, 65, low=l, high=h, dtype=t), n)()
        for causal in (False, True):
            found[f"attention.{dtype}.{causal}"] = lambda i, t=dtype, c=causal: attention(i, t, c)
    for dtype in FLOATS + INTEGERS:
        for name, function in BINARY.items():
            found[f"{name}.{dtype}"] = lambda i, f=function, t=dtype: f(
                i.integers(33, 17, dtype=t), i.integers(33, 17, dtype=t))
        for other in FLOATS + INTEGERS + ["bool"]:
            found[f"cast.{dtype}.{other}"] = lambda i, t=dtype, o=other: i.integers(37, 5, low=0, dtype=t).cast(o)
        for name in REDUCTIONS:
            if dtype in INTEGERS and name in ("mean", "std", "var"):
                continue
            for axis in (0, 1):
                found[f"{name}.{dtype}.{axis}"] = lambda i, n=name, t=dtype, a=axis: getattr(
                    i.integers(67, 131, low=0, high=2 if n == "prod" else 9, dtype=t), n)(a)
    for dtype in INTEGERS:
        for name, function in OF_INTEGERS.items():
            found[f"{name}.{dtype}"] = lambda i, f=function, t=dtype: f(
                i.integers(33, 17, dtype=t), i.integers(33, 17, low=1, dtype=t))
    for dtype in FLOATS + ["int32", "int8"]:
        for m, k, n in ((64, 64, 64), (128, 96, 32), (17, 33, 9), (1, 256, 64), (45, 65, 35)):
            found[f"product.{dtype}.{m}x{k}x{n}"] = lambda i, t=dtype, m=m, k=k, n=n: (
                i.integers(m, k, low=-4, high=4, dtype=t).matmul(
                    i.integers(k, n, low=-4, high=4, dtype=t), dtype="int32" if t == "int8" else None))
    for shape in ((4, 8, 16, 3, 1, 1, 1), (8, 8, 15, 3, 2, 1, 8), (3, 16, 28, 5, 1, 0, 1), (6, 6, 12, 7, 2, 3, 3)):
        for transposed in (False, True):
            name = "x".join(map(str, shape))
            found[f"convolution.{name}.{transposed}"] = lambda i, s=shape, t=transposed: convolution(i, *s, t)
    found |= {
        "gradients": gradients,
        "softmax": lambda i: i.floats(33, 129).softmax(),
        "layernorm": lambda i: i.floats(8, 64).layernorm(),
        "max_pool": lambda i: i.floats(2, 3, 32, 32).max_pool2d(),
        "sort": lambda i: i.floats(8, 100).sort(-1)[0],
        "topk": lambda i: i.floats(4, 50).topk(5)[0],
        "gather": lambda i: i.floats(10, 20).gather(1, i.integers(10, 7, low=0, high=20)),
        "scatter": lambda i: Tensor.zeros(10, 10).scatter(1, i.integers(10, 4, low=0, high=10), i.floats(10, 4)).contiguous(),
        "pad": lambda i: i.floats(5, 7).pad(((1, 2), (3, 0)), value=2.5),
        "interpolate": lambda i: i.floats(1, 2, 9, 9).interpolate((17, 15), mode="linear"),
        "einsum": lambda i: Tensor.einsum("bij,bjk,bl->ikl", i.floats(3, 4, 5), i.floats(3, 5, 6), i.floats(3, 7)),
        "pow": lambda i: i.floats(20, 20, low=0.1).pow(i.floats(20, 20)),
        "large sines": lambda i: i.floats(200, low=-1e5, high=1e5).sin(),
        "random": lambda i: (Tensor.manual_seed(3), Tensor.randn(50, 30))[1],
        "bitcast": lambda i: i.integers(32, low=0, dtype="int8").bitcast("int32"),
    }
    return found
