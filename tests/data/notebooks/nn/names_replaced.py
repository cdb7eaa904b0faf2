# What a program puts in the place of names of torch stays, and is called as it is.
import torch
from torch import nn

print('quantile' in dir(torch), 'LayerNorm' in dir(nn), 'load_state_dict' in dir(nn.Linear(1, 1)),
      'glu' in dir(nn.functional), 'DataLoader' in dir(torch.utils.data))
quantile = torch.quantile
torch.quantile = 1
torch.Tensor.doubled = lambda self: self * 2
print(torch.quantile, torch.ones(1).quantile(0.5), torch.ones(1).doubled(), quantile(torch.ones(1), 0.5))
plain_sum, softmax = torch.sum, nn.functional.softmax
torch.sum = lambda *given: given
nn.functional.softmax = lambda *given, **named: (given, sorted(named))
print(torch.nanmean(torch.ones(2)), torch.sum('any'), nn.functional.softmax(1, 2, 3, 4), nn.Softmax(1)('x'))
torch.sum, nn.functional.softmax = plain_sum, softmax


class Net(nn.Module):
    def load_state_dict(self, given):
        return super().load_state_dict(given)

    def extra_repr(self):
        return 'a line\nand another'


print(Net().load_state_dict({}), Net())


class Scaled(nn.Linear):
    def forward(self, input):
        return super().forward(input) * 0


torch.nn.Linear = Scaled
torch.manual_seed(2)  # the signs of its zeros
print(nn.Linear(2, 2), nn.Linear(2, 2)(torch.ones(2)), nn.modules.linear.Linear is Scaled)
