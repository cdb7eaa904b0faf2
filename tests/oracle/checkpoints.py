# SPDX-License-Identifier: MIT
"""Goldens of PyTorch's checkpoints: files as torch.save writes them, now and before PyTorch 1.6, and
the numbers that torch.load gives; files that need more than tensors, dictionaries and numbers.

Usage: checkpoints.py OUTPUT_FOLDER. Writes checkpoints.json there."""

import argparse
import io
import json
import os
import struct
import sys
from pathlib import Path

import torch


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    return file.getvalue().hex()


def key_of(tensor):
    """The name of a tensor's numbers in an old file: their place in memory."""
    return str(tensor.storage()._cdata)


def saved_old(tensors):
    """As PyTorch wrote before 1.6, with names for the places in memory that are always the same."""
    file = io.BytesIO()
    torch.save(tensors, file, _use_new_zipfile_serialization=False)
    made = file.getvalue()
    for at, key in enumerate(sorted({key_of(tensor) for tensor in tensors.values()})):
        named = b"X" + struct.pack("<I", len(key)) + key.encode()
        made = made.replace(named, b"X" + struct.pack("<I", 1) + str(at).encode())
    return made.hex()


def old_tensors():
    """Tensors that the file has in this order, two of them of the same numbers."""
    tensors = sorted((torch.zeros(6) for _ in range(3)), key=key_of)
    for at, tensor in enumerate(tensors):
        tensor += torch.arange(6.0) + 10 * at
    first, second, third = tensors
    rows = second.reshape(2, 3)
    return {"a": first, "rows": rows, "columns": rows.t(), "c": third.reshape(3, 2)[1:]}


def described(tensors):
    """Name, type, shape and the bits of the nearest float32 of each tensor."""
    cases = []
    for name, tensor in tensors.items():
        values = tensor.detach().float().flatten().tolist()
        bits = [struct.pack(">f", value).hex() for value in values]
        kind = str(tensor.dtype).removeprefix("torch.")
        cases.append({"name": name, "type": kind, "shape": list(tensor.shape), "values": bits})
    return cases


def inside(prefix, tensors):
    return {f"{prefix}.{name}": tensor for name, tensor in tensors.items()}


def views():
    base = torch.arange(120.0).reshape(4, 5, 6)
    return {
        "slice": base[1:3, ::2, 1:4],
        "transposed": base[0].t(),
        "permuted": base.permute(2, 0, 1),
        "expanded": torch.tensor([1.5, -2.0]).unsqueeze(1).expand(2, 3),
        "one": torch.tensor(3.5),
        "empty": torch.zeros(0, 3),
        "parameter": torch.nn.Parameter(torch.tensor([1.0, 2.0])),
    }


def kinds():
    numbers = torch.tensor([0.0, 1.0, -2.5, 100.0])
    floats = [torch.float64, torch.float16, torch.bfloat16]
    whole = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool]
    return {
        **{str(kind).removeprefix("torch."): numbers.to(kind) for kind in floats},
        **{str(kind).removeprefix("torch."): numbers.abs().to(kind) for kind in whole},
    }


class Runs:
    """Runs a command where it is unpickled."""

    def __reduce__(self):
        return (os.system, ("exit 1",))


def main():
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.LayerNorm(4))
    state = model.state_dict()
    training = {"epoch": 3, "lr": 0.1, "name": "ln", "model": state, "moments": [torch.ones(2), None]}
    of_training = {**inside("model", state), "moments.0": torch.ones(2)}
    read = []
    for name, value, tensors in (
        ("state dict", state, state),
        ("training", training, of_training),
        ("views", views(), views()),
        ("kinds", kinds(), kinds()),
        ("one tensor", torch.arange(6.0).reshape(2, 3), {"": torch.arange(6.0).reshape(2, 3)}),
    ):
        read.append({"name": name, "file": saved(value), "arrays": described(tensors)})
    old = old_tensors()
    read.append({"name": "before 1.6", "file": saved_old(old), "arrays": described(old)})
    refused = [
        {"names": "argparse.Namespace", "file": saved({"a": argparse.Namespace(b=1)})},
        {"names": "torch.nn.modules.normalization.LayerNorm", "file": saved(model[1])},
        {"names": f"{os.system.__module__}.system", "file": saved({"x": torch.ones(2), "y": Runs()})},
    ]
    about = {"script": "tests/oracle/checkpoints.py", "torch": torch.__version__}
    goldens = {"about": about, "read": read, "refused": refused}
    path = Path(sys.argv[1]) / "checkpoints.json"
    path.write_text(json.dumps(goldens, indent=1) + "\n", encoding="utf-8")


main()
