import torch


def frequencies(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[:dim // 2].float() / dim))
    freqs = torch.outer(torch.arange(end), freqs).float()
    return torch.polar(torch.ones_like(freqs), freqs)


def rotated(x, freqs):
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    freqs = freqs.view(*[d if i in (1, pairs.ndim - 1) else 1 for i, d in enumerate(pairs.shape)])
    return torch.view_as_real(pairs * freqs).flatten(3).type_as(x)


torch.manual_seed(0)
torch.set_printoptions(precision=4)
freqs = frequencies(8, 4)
print(freqs, freqs.shape, freqs.dtype, torch.is_complex(freqs), freqs.is_complex())
print(freqs[1], freqs[2, 0], freqs[2, 0].item(), freqs.real[3], freqs.imag[3], freqs.angle()[1])
print(frequencies(64, 64))
for heads, dim, positions in ((2, 8, 5), (4, 32, 7), (1, 24, 3), (3, 20, 40)):
    freqs = frequencies(dim, positions)
    x = torch.randn(2, positions, heads, dim)
    y = rotated(x, freqs)
    print(y[0, 1], [number.hex() for number in y[-1, -1, -1].tolist()])
    print((x.norm(dim=-1) - y.norm(dim=-1)).abs().max() < 1e-5)
polar = frequencies(64, 3000)
print([number.hex() for number in polar.real[1234].tolist()], [number.hex() for number in polar.imag[2999].tolist()])


class Rotary(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('freqs', frequencies(4, 3), persistent=False)

    def forward(self, x):
        return rotated(x, self.freqs[:x.shape[1]])


print(Rotary().to('cpu')(torch.ones(1, 2, 1, 4)), Rotary().state_dict())
z = torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, -4.0]))
print(z, z.conj(), z * z, z * 2, z + 1, -z, torch.view_as_real(z), z.tolist(), len(z))
print(torch.complex(torch.tensor(1.0, dtype=torch.float64), torch.tensor(2.5, dtype=torch.float64)))
try:
    torch.view_as_complex(torch.ones(3))
except RuntimeError as error:
    print(error)
