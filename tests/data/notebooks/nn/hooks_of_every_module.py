# Hooks that are called for every module, before the module's own.
import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 2), nn.LayerNorm(2), nn.Sequential(nn.GELU()))
seen = []
before = register_module_forward_pre_hook(lambda module, inputs: seen.append(f'> {type(module).__name__}'))
after = register_module_forward_hook(lambda module, inputs, output: seen.append(f'< {type(module).__name__}'))
own = net[1].register_forward_hook(lambda module, inputs, output: seen.append('own'))
y = net(torch.randn(2, 3))
print(*seen, sep='\n')
before.remove()
seen.clear()
with after:
    net[0](torch.ones(3))
print(seen)
net(torch.ones(3))
print(seen)
with register_module_forward_hook(lambda module, inputs, output: output * 0):
    print(net(torch.ones(3)))
