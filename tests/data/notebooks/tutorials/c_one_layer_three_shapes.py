# One layer for (B, C), (L, B, C) and (B, C, H, W), with its options and its own test.
from typing import List, Union

import torch
from torch import nn, Size


class TrailingNorm(nn.Module):
    """Normalizes over as many trailing dimensions as its shape has."""

    def __init__(self, shape: Union[int, List[int], Size], eps: float = 1e-5, *,
                 affine: bool = True, one_pass: bool = False):
        super().__init__()
        self.shape = Size([shape]) if isinstance(shape, int) else Size(shape)
        self.eps, self.one_pass = eps, one_pass
        self.gain = nn.Parameter(torch.ones(self.shape)) if affine else None
        self.shift = nn.Parameter(torch.zeros(self.shape)) if affine else None

    def extra_repr(self) -> str:
        return f"{tuple(self.shape)}, eps={self.eps}, affine={self.gain is not None}"

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = len(self.shape)
        if x.shape[-n:] != self.shape:
            raise ValueError(f"made for {list(self.shape)}, called with {list(x.shape)}")
        axes = tuple(range(-n, 0))
        first = x.mean(axes, keepdim=True)
        if self.one_pass:
            variance = x.square().mean(axes, keepdim=True) - first.square()
        else:
            variance = (x - first).square().mean(axes, keepdim=True)
        y = (x - first) / (variance + self.eps).sqrt()
        return y if self.gain is None else self.gain * y + self.shift


def self_test():
    zeros = torch.zeros(2, 3, 2, 4)
    layer = TrailingNorm(zeros.shape[2:])
    result = layer(zeros)
    assert result.shape == zeros.shape
    assert layer.gain.shape == Size([2, 4])
    assert result.abs().max() == 0
    print("zeros stay zeros:", tuple(result.shape), tuple(layer.gain.shape))


def one_pass_at(offset):
    torch.manual_seed(0)
    x = torch.randn(768) + offset
    wanted = x.double().var(unbiased=False).item()
    short = (x.square().mean() - x.mean().square()).item()
    careful = (x - x.mean()).square().mean().item()
    return wanted, short, careful


if __name__ == '__main__':
    self_test()
    torch.manual_seed(1)
    cases = {"(B, C)": ((2, 4), 4), "(L, B, C)": ((3, 2, 4), [4]), "(B, C, H, W)": ((2, 3, 2, 2), [3, 2, 2])}
    for label, (size, over) in cases.items():
        x = torch.randn(size)
        layer = TrailingNorm(over)
        print(label, layer, torch.allclose(layer(x), nn.LayerNorm(over)(x), atol=1e-5))
        print(layer(x))
    for offset in (0, 10, 100, 1000):
        wanted, short, careful = one_pass_at(offset)
        print(f"offset {offset:5d}: true {wanted:.4f} two-pass {careful:.4f} one-pass off by less than one: {abs(short - wanted) < 1}")
    print(TrailingNorm(3, affine=False)(torch.tensor([1.0, 2.0, 3.0])))
    print(TrailingNorm(3, one_pass=True)(torch.tensor([1.0, 2.0, 3.0])))
    for bad in (torch.zeros(2, 4), torch.zeros(3), torch.zeros(())):
        try:
            print(TrailingNorm(5)(bad))
        except ValueError as error:
            print("refused:", error)
