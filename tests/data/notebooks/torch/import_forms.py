import math, collections
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import nn as also_nn, Size
from torch import tensor, Tensor
from torch.nn import functional, Linear
from collections import OrderedDict as Ordered, Counter

print(nn is also_nn, F is functional, Linear is nn.Linear, Size([2]) == torch.Size([2]))
print(math.floor(2.5), Counter("aa"), Ordered(a=1), collections.Counter is Counter)
print(tensor([1, 2]), isinstance(tensor(1), Tensor), Tensor is torch.Tensor)


def local_import():
    import math as local
    from math import ceil
    return local.pi, ceil(1.2)


print(local_import())
try:
    from math import nothing_there
except ImportError as e:
    print(type(e).__name__)
try:
    import no_such_module_here
except ModuleNotFoundError as e:
    print("ModuleNotFoundError")
print(math.__name__, torch.__name__, nn.__name__)
