# Weights worked out of others: weight norm by length and direction, spectral norm by power iteration.
import torch
import torch.nn as nn
from torch.nn.utils import remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm

torch.manual_seed(0)
for dim in (0, 1, None):
    layer = weight_norm(nn.Linear(5, 3), dim=dim)
    print(layer, {name: tuple(value.shape) for name, value in layer.state_dict().items()})
    print(layer.weight_g, layer.weight, layer(torch.ones(2, 5)), type(layer.weight).__name__)
    with torch.no_grad():
        layer.weight_g.mul_(2)
        print(layer(torch.ones(5)), layer.weight.norm(dim=1), layer.weight.norm(dim=0), layer.weight.norm())
    print([name for name, _ in layer.named_parameters()])
    remove_weight_norm(layer)
    print(layer.weight, [name for name, _ in layer.named_parameters()])
for sizes in ((300, 70), (64, 9), (12, 20)):
    layer = weight_norm(nn.Linear(*sizes))
    print(layer.weight.sum().item(), layer.weight_g.flatten()[:5].tolist(), layer.weight[0, :5].tolist())

layer = spectral_norm(nn.Linear(5, 3))
print(layer, {name: tuple(value.shape) for name, value in layer.state_dict().items()})
print(layer.weight_u, layer.weight_v, layer.weight)
for _ in range(3):
    print(layer(torch.ones(1, 5)), layer.weight_u)
layer.eval()
print(layer(torch.ones(5)), layer(torch.ones(5)), layer.weight)
remove_spectral_norm(layer)
print(layer.weight, list(layer.state_dict()))
layer = spectral_norm(nn.Linear(40, 30), n_power_iterations=20)
layer(torch.randn(2, 40))
print(layer.weight.norm().item(), layer.weight.sum().item(), layer.weight_u[:5])
print(spectral_norm(nn.Embedding(6, 4))(torch.tensor([1])), spectral_norm(nn.Linear(4, 2), dim=1)(torch.ones(4)))
for wrong in (lambda: weight_norm(weight_norm(nn.Linear(2, 2))), lambda: spectral_norm(spectral_norm(nn.Linear(2, 2))),
              lambda: remove_weight_norm(nn.Linear(2, 2)), lambda: remove_spectral_norm(nn.Linear(2, 2)),
              lambda: spectral_norm(nn.Linear(2, 2), n_power_iterations=0)):
    try:
        wrong()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
