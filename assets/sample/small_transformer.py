#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the sample model: a small transformer that predicts the next character of the prose of our
own lessons. It writes small_transformer.safetensors beside this file: the weights (matrices as F16,
gamma and beta as F32) and, for one batch of text, what goes into each layer norm, into one softmax of
attention and into the last softmax.

Usage: ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 small_transformer.py
Needs Debian's python3-torch. The same version of PyTorch on the same text gives the same file."""

import json
import re
import struct
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

WIDTH, HEADS, LAYERS, CONTEXT = 48, 4, 2, 32
STEPS, BATCH, RATE = 3000, 32, 3e-3
SHOWN = 4  # texts whose activations are kept
HERE = Path(__file__).resolve().parent


def prose():
    """The lessons without front matter, code blocks, formulas and references to numbers."""
    text = ""
    for lesson in sorted((HERE.parent / "lessons").glob("*.md")):
        words = lesson.read_text(encoding="utf-8").split("+++\n", 2)[2]
        words = re.sub(r"```.*?```", "", words, flags=re.DOTALL)
        words = re.sub(r"\$[^$]*\$|\{[^}]*\}|`[^`]*`", "x", words)
        text += re.sub(r"[^A-Za-z0-9 .,:;?!'\n-]", "", words)
    return re.sub(r"\n{2,}", "\n", text)


class Block(nn.Module):
    """Attention and a perceptron, each behind a layer norm and added to what came in."""

    def __init__(self):
        super().__init__()
        self.ln_1 = nn.LayerNorm(WIDTH)
        self.attn = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)
        self.ln_2 = nn.LayerNorm(WIDTH)
        self.fc = nn.Linear(WIDTH, 4 * WIDTH)
        self.out = nn.Linear(4 * WIDTH, WIDTH)

    def attention(self, x, kept, name):
        batch, length, _ = x.shape
        q, k, v = (
            part.view(batch, length, HEADS, -1).transpose(1, 2)
            for part in self.attn(x).split(WIDTH, dim=-1)
        )
        scores = q @ k.transpose(-2, -1) / (WIDTH // HEADS) ** 0.5
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(later, float("-inf"))
        if kept is not None and name == "h.0":
            kept["h.0.softmax.input"] = scores[0]
        mixed = torch.softmax(scores, dim=-1) @ v
        return self.proj(mixed.transpose(1, 2).reshape(batch, length, WIDTH))

    def forward(self, x, kept, name):
        keep(kept, f"{name}.ln_1.input", x)
        x = x + self.attention(self.ln_1(x), kept, name)
        keep(kept, f"{name}.ln_2.input", x)
        return x + self.out(functional.gelu(self.fc(self.ln_2(x))))


class Transformer(nn.Module):
    def __init__(self, letters):
        super().__init__()
        self.wte = nn.Embedding(letters, WIDTH)
        self.wpe = nn.Embedding(CONTEXT, WIDTH)
        self.h = nn.ModuleList(Block() for _ in range(LAYERS))
        self.ln_f = nn.LayerNorm(WIDTH)

    def forward(self, letters, kept=None):
        x = self.wte(letters) + self.wpe(torch.arange(letters.shape[1]))
        for number, block in enumerate(self.h):
            x = block(x, kept, f"h.{number}")
        keep(kept, "ln_f.input", x)
        logits = self.ln_f(x) @ self.wte.weight.T
        keep(kept, "softmax.input", logits)
        return logits


def keep(kept, name, values):
    if kept is not None:
        kept[name] = values


def batch_of(text, count):
    starts = torch.randint(len(text) - CONTEXT - 1, (count,))
    rows = torch.stack([text[start : start + CONTEXT + 1] for start in starts])
    return rows[:, :-1], rows[:, 1:]


def train(model, text):
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    mean = 0.0
    for step in range(STEPS):
        given, wanted = batch_of(text, BATCH)
        logits = model(given)
        loss = functional.cross_entropy(logits.flatten(0, 1), wanted.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        mean += (loss.item() - mean) / min(step + 1, 100)
        if (step + 1) % 500 == 0:
            print(f"step {step + 1}: loss {mean:.3f}")
    return mean


def stored(name, values):
    """Type and bytes: activations, gamma and beta in full, matrices in half precision."""
    full = values.dim() < 2 or name.endswith(".input")
    values = values.detach().contiguous()
    return ("F32", values.float()) if full else ("F16", values.half())


def write(path, tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, values in tensors.items():
        kind, values = stored(name, values)
        # Numbers of four bytes begin at multiples of four: matrices have an even count.
        part = values.numpy().tobytes()
        header[name] = {
            "dtype": kind,
            "shape": list(values.shape),
            "data_offsets": [len(data), len(data) + len(part)],
        }
        data += part
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def main():
    torch.manual_seed(123)
    text = prose()
    letters = sorted(set(text))
    print(f"{len(text)} characters of {len(letters)} kinds")
    encoded = torch.tensor([letters.index(letter) for letter in text])
    model = Transformer(len(letters))
    loss = train(model, encoded)
    kept = {}
    given, _ = batch_of(encoded, SHOWN)
    with torch.no_grad():
        model(given, kept)
    shown = ["".join(letters[letter] for letter in row) for row in given.tolist()]
    metadata = {
        "what": f"A small transformer ({LAYERS} layers, width {WIDTH}, {HEADS} heads) that predicts "
        "the next character of the prose of Normscope's lessons; trained by "
        "assets/sample/small_transformer.py. The arrays named .input are its activations for "
        f"{SHOWN} pieces of text.",
        "loss": f"{loss:.3f} nats a character",
        "letters": "".join(letters),
        "texts": json.dumps(shown),
        "license": "MIT",
    }
    path = HERE / "small_transformer.safetensors"
    write(path, {**kept, **dict(model.named_parameters())}, metadata)
    print(f"{path.name}: {path.stat().st_size} bytes")


main()
