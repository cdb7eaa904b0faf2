# Complex numbers as lectures on rotary positions use them.
import torch

torch.manual_seed(0)
freqs = 1.0 / (10000.0 ** (torch.arange(0, 8, 2).float() / 8))
turns = torch.polar(torch.ones(4, 4), torch.outer(torch.arange(4), freqs).float())
print(turns, turns.shape, turns.dtype, turns.is_complex())
print(turns.abs(), torch.abs(turns), turns.real, turns.imag, torch.angle(turns))
print(torch.exp(1j * torch.tensor([0.0, 1.0, 2.0])), turns.exp()[0])

z = torch.view_as_complex(torch.randn(3, 11, 2))
w = torch.polar(torch.ones(3, 11), torch.randn(3, 11))
for name, result in {
    'abs': z.abs(), 'third': z / 3, 'by 0.7': z / 0.7, 'difference': z - w,
    'from one': 1 - z, 'and j': z + 1j, 'times j': 1j * z.real, 'cat': torch.cat([z, w], 1),
    'stack': torch.stack([z, w]), 'second half': z.chunk(2, 1)[1], 'conj': w.conj().resolve_conj(),
    'where': torch.where(z.real > 0, z, w), 'times numbers': torch.arange(11.) * z, 'product': z * w,
}.items():
    numbers = torch.view_as_real(result) if result.is_complex() else result
    print(name, tuple(result.shape), numbers.double().sum().item())
print((z == z).all(), (z != w).any(), abs(z)[0, 0], torch.angle(torch.tensor([-1., 2., 0.])))
print(torch.tensor([1.0, -2.0]).conj(), torch.tensor(3.0).real)
