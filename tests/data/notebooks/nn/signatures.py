# What inspect says of layers and functions.
import inspect
import torch
import torch.nn as nn
import torch.nn.functional as F

for layer in (nn.Linear, nn.LayerNorm, nn.BatchNorm1d, nn.GroupNorm, nn.Embedding, nn.Dropout, nn.Softmax, nn.GELU,
              nn.MultiheadAttention, nn.CrossEntropyLoss, nn.AdaptiveAvgPool2d,
              nn.Sequential, nn.ModuleList, nn.Unflatten):
    print(layer.__name__, inspect.signature(layer))
    print('    forward', inspect.signature(layer.forward))
for function in (F.softmax, F.cross_entropy, F.layer_norm, F.batch_norm, F.dropout, F.embedding, F.relu, F.normalize,
                 F.gumbel_softmax, F.kl_div, nn.init.xavier_uniform_, nn.init.trunc_normal_,
                 nn.utils.clip_grad_norm_):
    print(function.__name__, inspect.signature(function))
for name in ('register_buffer', 'parameters', 'named_modules', 'get_submodule', 'zero_grad', 'add_module'):
    print(name, inspect.signature(getattr(nn.Module, name)))


class Net(nn.Module):
    def __init__(self, d: int, *, eps: float = 1e-5):
        super().__init__()
        self.norm = nn.LayerNorm(d, eps)

    def forward(self, x: torch.Tensor, scale=1.0) -> torch.Tensor:
        return self.norm(x) * scale


print(inspect.signature(Net), inspect.signature(Net(2)), inspect.signature(Net(2).forward))
for name, parameter in inspect.signature(nn.LayerNorm).parameters.items():
    print(f'{name:20}', parameter.default, parameter.kind.name, parameter.annotation)
print('dtype' in inspect.signature(F.softmax).parameters, inspect.getfullargspec(nn.Linear.__init__).args)
print(F.softmax.__annotations__)
print(F.linear, F.gelu, F.softplus)
