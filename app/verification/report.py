# SPDX-License-Identifier: MIT
# What stands before a document's program when PyTorch runs it: names for sending numbers back as
# they are. The report goes to descriptor 3, the numbers of the document's input come from 4.
import ctypes
import sys

try:
    import torch
except ModuleNotFoundError as missing:
    if missing.name != "torch":
        raise
    sys.exit(77)

torch.set_num_threads(1)
_report = open(3, "wb")


def _begin():
    usage = [line for line in torch.__config__.show().splitlines() if "CPU capability" in line]
    capability = usage[0].rpartition(":")[2].strip() if usage else "an unknown processor"
    _report.write(f"torch {torch.__version__} {capability}\n".encode())


def _given(shape):
    numbers = bytearray(open(4, "rb").read())
    if not numbers:
        return torch.empty(shape)
    return torch.frombuffer(numbers, dtype=torch.float32).reshape(shape)


def _send(row, values):
    values = values.detach().to(torch.float32).contiguous()
    _report.write(f"row {row} {values.numel()}\n".encode())
    if values.numel() > 0:
        _report.write((ctypes.c_char * (4 * values.numel())).from_address(values.data_ptr()))


def _part(steps, function):
    """Where the function and the steps give other numbers; two nan are the same."""
    steps = steps.reshape(function.shape)
    apart = (steps != function) & ~(steps.isnan() & function.isnan())
    far = (steps - function).abs().nan_to_num(nan=float("inf")) * apart
    at = int(far.argmax()) if apart.any() else -1
    pair = f"{steps.flatten()[at].item()} {function.flatten()[at].item()}" if at >= 0 else "0 0"
    _report.write(f"part {int(apart.sum())} {at} {pair}\n".encode())


def _end():
    _report.write(b"end\n")
    _report.close()
