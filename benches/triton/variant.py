"""A kernel with all that it is compiled and run with."""

from dataclasses import dataclass, field


@dataclass
class Variant:
    name: str
    kernel: object
    # Of parameters that are no constants: `*fp16`, `i32`.
    types: dict
    # Elements of buffers, and values of numbers.
    arguments: dict
    constants: dict
    # Workgroups.
    grid: tuple = (1, 1, 1)
    options: dict = field(default_factory=dict)
