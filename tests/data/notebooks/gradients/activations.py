"""Activations and their derivatives at a few points."""
import torch
import torch.nn.functional as F

points = torch.tensor([-3.0, -1.5, -0.5, 0.0, 0.5, 1.5, 4.0])
for name in ('relu', 'sigmoid', 'tanh', 'gelu', 'silu', 'elu', 'selu', 'softplus', 'leaky_relu', 'mish', 'hardtanh',
             'hardswish', 'hardsigmoid', 'relu6', 'logsigmoid', 'celu', 'softsign', 'tanhshrink'):
    x = points.clone().requires_grad_()
    y = getattr(F, name)(x)
    y.sum().backward()
    print(f'{name:12}', y.detach())
    print(f'{"":12}', x.grad)
x = points.clone().requires_grad_()
F.gelu(x, approximate='tanh').sum().backward()
print(x.grad)
weight = torch.tensor(0.25, requires_grad=True)
x.grad = None
F.prelu(x, weight.view(1)).sum().backward()
print(x.grad, weight.grad)
for name in ('exp', 'log', 'sqrt', 'rsqrt', 'reciprocal', 'square', 'sin', 'cos', 'tan', 'atan', 'erf', 'log1p', 'expm1',
             'sinh', 'cosh', 'log2', 'log10', 'abs', 'neg', 'sign', 'floor'):
    x = torch.tensor([0.3, 0.9, 1.7], requires_grad=True)
    getattr(torch, name)(x).sum().backward()
    print(f'{name:12}', x.grad)
