# SPDX-License-Identifier: MIT
"""Writes the goldens of the number formats: the numbers of every code, and how float32 are rounded,
as checksums of a thousand times as many numbers as a file should hold. float16 by NumPy, bfloat16 by
torch, the float8 formats by torch where it has them (2.1 and later; the committed ones are 2.6's).

    /usr/bin/python3 formats.py OUTPUT_FOLDER
"""
import json
import os
import platform
import sys

import numpy
import torch

# The lower halves of the float32 that are rounded: on the ties of every format, and beside them.
LOW = numpy.array([k * 0x1000 + d for k in range(16) for d in (0, 1, 0xFFF)], dtype=numpy.uint32)


def bits_of(values):
    """The bits of float32, one NaN for all."""
    bits = values.astype(numpy.float32).view(numpy.uint32).copy()
    bits[numpy.isnan(values)] = 0x7FC00000
    return bits


def checksum(bits):
    """sum of bits[i] (2 i + 1), modulo 2^64."""
    odd = 2 * numpy.arange(bits.size, dtype=numpy.uint64) + 1
    return format(int((bits.astype(numpy.uint64) * odd).sum(dtype=numpy.uint64)), "016x")


def by_torch(dtype):
    return lambda values: torch.from_numpy(values).to(dtype).to(torch.float32).numpy()


def codes_by_torch(dtype, integers):
    codes = torch.arange(-(1 << (8 * integers.itemsize - 1)), 1 << (8 * integers.itemsize - 1))
    stored = codes.to({1: torch.int8, 2: torch.int16}[integers.itemsize])
    values = stored.view(dtype).to(torch.float32).numpy()
    return numpy.roll(values, values.size // 2)  # code 0 first


def float16(values):
    with numpy.errstate(over="ignore"):
        return values.astype(numpy.float16).astype(numpy.float32)


def golden(library, codes, rounded):
    blocks = []
    for high in range(256):
        upper = (high << 24) + (numpy.arange(256, dtype=numpy.uint32) << 16)
        values = (upper[:, None] | LOW[None, :]).reshape(-1).astype(numpy.uint32)
        blocks.append(checksum(bits_of(rounded(values.view(numpy.float32)))))
    decoded = bits_of(codes)
    result = {"library": library, "decoded": checksum(decoded), "rounded": blocks}
    if decoded.size <= 256:
        result["numbers"] = [format(int(b), "08x") for b in decoded]
    return result


def main():
    folder = sys.argv[1]
    torch_version = "torch " + torch.__version__.split("+")[0]
    made = {
        "float16": golden("numpy", numpy.arange(1 << 16, dtype=numpy.uint16).view(numpy.float16)
                          .astype(numpy.float32), float16),
        "bfloat16": golden("torch", codes_by_torch(torch.bfloat16, numpy.dtype("int16")),
                           by_torch(torch.bfloat16)),
    }
    for name, dtype in (("e4m3fn", "float8_e4m3fn"), ("e5m2", "float8_e5m2")):
        if hasattr(torch, dtype):
            made[name] = golden(torch_version,
                                codes_by_torch(getattr(torch, dtype), numpy.dtype("int8")),
                                by_torch(getattr(torch, dtype)))
    for name, values in made.items():
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(values, file, indent=0)
            file.write("\n")
    print(f"numpy {numpy.__version__}, {torch_version}, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
