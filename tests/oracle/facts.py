#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Replays the seeded tutorial documents in PyTorch and writes every text that it prints.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 facts.py OUTPUT_FOLDER

The documents' own numbers are in tests/data/facts/documents.json; this is what PyTorch 2.6 makes
of the same steps, to the last printed character, and the bits of what is easily lost in print.
"""
import json
import os
import platform
import struct
import sys

import torch
from torch import nn


def bits(tensor):
    return [f"{struct.unpack('<I', struct.pack('<f', v))[0]:08x}" for v in tensor.reshape(-1).tolist()]


def layer_norm(x, scale, shift):
    """The chain that lectures write: torch.var, eps inside the root, then scale and shift."""
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True, unbiased=False)
    return scale * ((x - mean) / torch.sqrt(variance + 1e-5)) + shift


def lecture(texts, words):
    """Document B."""
    def show(name, value, **options):
        torch.set_printoptions(profile="default", **options)
        texts[name] = repr(value)

    torch.manual_seed(123)
    batch = torch.rand(2, 5)
    show("B1 batch", batch)
    out = nn.Sequential(nn.Linear(5, 6), nn.ReLU())(batch)
    show("B2 activations", out)
    mean = out.mean(dim=-1, keepdim=True)
    variance = out.var(dim=-1, keepdim=True)
    show("B3 mean", mean)
    show("B3 variance", variance)
    normalized = (out - mean) / torch.sqrt(variance)
    show("B4 normalized", normalized)
    show("B4 mean", normalized.mean(dim=-1, keepdim=True), sci_mode=False)
    show("B4 variance", normalized.var(dim=-1, keepdim=True), sci_mode=False)
    words["B4 mean"] = bits(normalized.mean(dim=-1, keepdim=True))
    scale, shift = nn.Parameter(torch.ones(5)), nn.Parameter(torch.zeros(5))
    show("B5 mean", batch.mean(dim=-1, keepdim=True))
    show("B5 variance", batch.var(dim=-1, keepdim=True, unbiased=False))
    output = layer_norm(batch, scale, shift)
    show("B5 output", output)
    show("B5 output mean", output.mean(dim=-1, keepdim=True), sci_mode=False)
    show("B5 output variance", output.var(dim=-1, keepdim=True, unbiased=False), sci_mode=False)
    words["B5 output mean"] = bits(output.mean(dim=-1, keepdim=True))
    built_in = nn.functional.layer_norm(batch, [5], scale, shift)
    show("B5 built-in mean", built_in.mean(dim=-1, keepdim=True), sci_mode=False)
    scores = torch.rand(3, 5)
    show("B6 scores", scores)
    shares = torch.softmax(scores, dim=-1)
    show("B7 softmax", shares)
    show("B7 mean", shares.mean(dim=-1, keepdim=True))
    show("B7 variance", shares.var(dim=-1, keepdim=True, unbiased=False))
    texts["B7 sum of row 1"] = f"{shares[1].sum().item():.2f}"
    with torch.no_grad():
        output = layer_norm(scores, scale, shift)
        show("B8 output", output)
        show("B8 variance", output.var(dim=-1, keepdim=True, unbiased=False))
        texts["B8 sum of row 1"] = f"{output[1].sum().item():.2f}"
        show("B8 built-in", nn.functional.layer_norm(scores, [5], scale, shift))


def architecture(texts):
    """Document E."""
    torch.set_printoptions(profile="default")
    torch.manual_seed(123)
    batch = torch.randn(2, 5)
    texts["E1 batch"] = repr(batch)
    layers = [nn.Sequential(nn.Linear(5, 6), nn.ReLU()) for _ in range(3)]
    texts["E2 clean run"] = repr(layers[0](batch))
    out = layers[2](batch)
    texts["E2 third layer"] = repr(out)
    texts["E3 mean, keepdim"] = repr(out.mean(dim=-1, keepdim=True))
    texts["E3 variance, keepdim"] = repr(out.var(dim=-1, keepdim=True))
    texts["E3 mean"] = repr(out.mean(dim=-1))
    texts["E3 variance"] = repr(out.var(dim=-1))
    texts["E3 mean of all"] = repr(out.mean())
    texts["E3 variance of all"] = repr(out.var())


def main():
    torch.set_num_threads(1)
    texts, words = {}, {}
    lecture(texts, words)
    architecture(texts)
    head = {"script": "tests/oracle/facts.py", "torch": torch.__version__,
            "python": platform.python_version()}
    with open(os.path.join(sys.argv[1], "printed.json"), "w") as file:
        json.dump({**head, "printed": texts, "bits": words}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
