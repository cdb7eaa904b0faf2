# SPDX-License-Identifier: MIT
"""Tensor.view(dtype): the bits of numbers, and a change that is seen in both."""
import torch

x = torch.linspace(0, 6.2832, 7)
EXPRESSIONS = [
    'x.view(torch.int32)',
    'x.view(torch.uint8)',
    'x.double().view(torch.int16).shape',
    'torch.arange(8,dtype=torch.uint8).view(torch.float32)',
    'x[1].view(torch.int32)',
    'x[1].view(torch.uint8)',
    'x.view(torch.int32)>>23',
    'x.half().view(torch.int16)',
    'x.bfloat16().view(torch.int16)',
    '(x.view(torch.int32)&0x7f800000)>>23',
    'x.view(dtype=torch.int32)',
    'torch.arange(12,dtype=torch.int16).view(3,4).view(torch.int32)',
    'torch.arange(12,dtype=torch.int16).view(3,4).t().view(torch.int16)',
    'bin(x[3].view(torch.int32).item())',
    'format(torch.tensor(0.15625).view(torch.int32).item(),"032b")',
    'torch.count_nonzero(x.view(1,7),dim=1)',
    'torch.tensor([1.0, -2.0, 0.1]).view(torch.int32)',
    'torch.tensor([0.1], dtype=torch.float64).view(torch.int64)',
    'torch.zeros(2, 3).view(torch.uint8).shape',
    'torch.tensor(1.).view(torch.int64)',
    'torch.ones(3)[1:].view(torch.int64)',
    'torch.zeros(2, 4)[:, 1:3].view(torch.int64)',
    'torch.ones(2).view(torch.bfloat16)',
]
for e in EXPRESSIONS:
    try:
        print(e, eval(e))
    except RuntimeError as error:
        print(e, error)
bits = x.view(torch.int32)
bits[1] = 0x3f800000
print(x, bits)
x[2] = -0.0
print(bits)
sign, exponent, fraction = bits < 0, (bits >> 23) & 0xff, bits & 0x7fffff
print(sign, exponent - 127, fraction / 2**23)
