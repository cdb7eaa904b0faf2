# Sines and cosines of many wavelengths as the address of a position.
import math
import torch
from torch import nn


def by_loops(length, width):
    table = torch.zeros(length, width)
    for position in range(length):
        for i in range(0, width, 2):
            angle = position / 10000 ** (i / width)
            table[position, i] = math.sin(angle)
            if i + 1 < width:
                table[position, i + 1] = math.cos(angle)
    return table


def by_broadcasting(length, width):
    position = torch.arange(length).unsqueeze(1)
    frequency = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
    table = torch.zeros(length, width)
    table[:, 0::2] = torch.sin(position * frequency)
    table[:, 1::2] = torch.cos(position * frequency)
    return table


def by_power(length, width):
    even = torch.arange(0, width, 2).float()
    denominator = torch.pow(10000, even / width)
    position = torch.arange(length, dtype=torch.float32).reshape(length, 1)
    stacked = torch.stack([torch.sin(position / denominator), torch.cos(position / denominator)], dim=2)
    return torch.flatten(stacked, start_dim=1, end_dim=2)


a, b, c = by_loops(6, 8), by_broadcasting(6, 8), by_power(6, 8)
print(a)
print(b)
print(c)
print(torch.allclose(a, b, atol=1e-5), torch.allclose(b, c, atol=1e-5))
print("norms:", b.norm(dim=1))
print("first row:", b[0], "second row:", b[1, :4])
similarity = b @ b.T
print(similarity)
for i in range(1, 6):
    print(f"distance {i}: similarity {similarity[0, i]:.4f}")


class AddPosition(nn.Module):
    def __init__(self, width, longest=16, drop=0.0):
        super().__init__()
        self.drop = nn.Dropout(drop)
        self.register_buffer("table", by_broadcasting(longest, width))

    def forward(self, x):
        return self.drop(x + self.table[: x.size(1)])


torch.manual_seed(0)
add = AddPosition(8)
x = torch.zeros(2, 3, 8)
print(add, add(x).shape, torch.equal(add(x)[0], add.table[:3]))
print(add(x)[1])
print(len(list(add.parameters())), add.table.requires_grad)
dropped = AddPosition(4, drop=0.25)(torch.ones(1, 4, 4))
print(dropped)
wave = by_broadcasting(50, 4)
for column in range(4):
    values = wave[:, column]
    crossings = ((values[1:] * values[:-1]) < 0).sum().item()
    print(f"column {column}: min {values.min():.3f} max {values.max():.3f} sign changes {crossings}")
shift = b[1:] - b[:-1]
print(shift.norm(dim=-1))
