import torch
from torch import nn

torch.manual_seed(123)
layer = nn.Linear(5, 6)
print(layer)
print(layer.weight, layer.weight.shape)
print(layer.bias, layer.in_features, layer.out_features)
batch = torch.rand(2, 5)
out = layer(batch)
print(out, out.shape)
by_hand = batch @ layer.weight.T + layer.bias
print(torch.allclose(out, by_hand), by_hand.grad_fn is not None)
no_bias = nn.Linear(3, 2, bias=False)
print(no_bias, no_bias.bias, no_bias(torch.ones(3)), no_bias(torch.ones(4, 3)).shape, no_bias(torch.ones(2, 4, 3)).shape)
print([p.shape for p in layer.parameters()], sum(p.numel() for p in layer.parameters()))
for name, p in layer.named_parameters():
    print(name, tuple(p.shape), p.requires_grad)
with torch.no_grad():
    print(layer(batch))
    layer.weight.fill_(1.0)
    layer.bias.zero_()
print(layer(batch), batch.sum(1), repr(layer), nn.Linear(1, 1, bias=True))
