"""Layers of torch.nn: how large the gradients of their parameters are."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(name, module, *inputs):
    out = module(*inputs)
    out = out[0] if isinstance(out, tuple) else out
    (out * torch.linspace(0, 1, out.numel()).view(out.shape)).sum().backward()
    sizes = [f'{parameter.grad.abs().sum():.4f}' for parameter in module.parameters()]
    print(f'{name}:', ' '.join(sizes))


torch.manual_seed(0)
show('RNN', nn.RNN(3, 4), torch.randn(5, 2, 3))
show('LSTM', nn.LSTM(3, 4, num_layers=2), torch.randn(5, 2, 3))
show('GRU', nn.GRU(3, 4, bidirectional=True), torch.randn(5, 2, 3))
x = torch.randn(2, 5, 8)
show('attention', nn.MultiheadAttention(8, 2, batch_first=True), x, x, x)
show('encoder', nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True), x)
show('decoder', nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0), x, torch.randn(3, 5, 8))
torch.rand(24), torch.rand(2), torch.randn(5, 3), torch.randn(5, 4)
show('batch norm, running', nn.BatchNorm1d(3).eval(), torch.randn(5, 3))
show('batch norm of images', nn.BatchNorm2d(3), torch.randn(4, 3, 2, 2))
show('instance norm', nn.InstanceNorm1d(3, affine=True), torch.randn(2, 3, 5))
show('layer norm', nn.LayerNorm([5, 8]), x)
nn.Linear(3, 2), torch.randn(4, 3), nn.Linear(3, 2), torch.randn(2), torch.randn(3), torch.randn(4, 3)
show('PReLU', nn.Sequential(nn.Linear(8, 4), nn.PReLU(4), nn.GELU(), nn.Linear(4, 1)), x[0])


def pull(name, function, *shape):
    y = torch.randn(*shape, requires_grad=True)
    out = function(y)
    (out * torch.linspace(1, 2, out.numel()).view(out.shape)).sum().backward()
    print(name, y.grad)


torch.randn(16), torch.randn(10), torch.randn(8)
pull('global average', lambda y: F.adaptive_avg_pool2d(y, 1), 1, 2, 2, 2)
pull('unfold', lambda y: F.unfold(y, 2), 1, 1, 3, 3)
torch.randn(4), torch.randn(8)
pull('local response', lambda y: nn.LocalResponseNorm(2)(y), 1, 3, 2)
pull('half the sum', lambda y: F.softmin(y, 1) + F.softmax(y, 0) + F.gumbel_softmax(y, hard=True), 2, 3)
