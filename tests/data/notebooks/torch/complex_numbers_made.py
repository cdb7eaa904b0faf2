# SPDX-License-Identifier: MIT
"""Complex numbers from data and by their type."""
import torch

z = torch.tensor([1 + 2j, 3 - 4j, -0.5j])
m = torch.tensor([[1j, 2], [3.5, 4 - 1j]], dtype=torch.complex128)
x = torch.linspace(0, 6.2832, 7)
EXPRESSIONS = [
    'z',
    'z.dtype',
    'm',
    'z.sum()',
    'm.sum(0)',
    'z.mean()',
    'z.abs()',
    'z.angle()',
    'z.real',
    'z.imag',
    'z*z',
    'z+1',
    'z*2j',
    'z.conj()',
    'torch.tensor(1j)',
    'torch.tensor(2.0,dtype=torch.cfloat)',
    'torch.zeros(2,dtype=torch.complex64)',
    'torch.ones(2,2,dtype=torch.cdouble)',
    'torch.full((2,),1,dtype=torch.complex64)',
    'torch.exp(1j*x)',
    'torch.exp(x*1j).sum()',
    'torch.as_tensor([1j])',
    'torch.tensor([[1j],[2]]).shape',
    'torch.view_as_real(z)',
    'torch.view_as_complex(torch.ones(2,2))',
    'z.tolist()',
    'z[0].item()',
    'torch.tensor([1j,"a"])',
    'torch.tensor([[1j],[2,3]])',
    'abs(z)',
    'torch.is_complex(z)',
    'torch.sum(z)',
    'torch.mean(z)',
    'z.is_complex()',
    'z/2',
    'z==z',
    'z.dtype.is_complex',
    'torch.abs(z)',
    'z.sum().item()',
    'z*x[:3]',
    'torch.complex(x,x)',
    'torch.tensor([True,1j])',
    'z.to(torch.complex128)',
    'torch.linspace(0,1,3,dtype=torch.cfloat)',
    'torch.zeros_like(x,dtype=torch.cfloat)',
    'torch.polar(x,x)',
]
for e in EXPRESSIONS:
    try:
        result = eval(e)
        print(e, result, getattr(result, 'dtype', ''))
    except (TypeError, ValueError, RuntimeError) as error:
        print(e, error)
