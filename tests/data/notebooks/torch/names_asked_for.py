# Names are there however they are asked for.
import torch
import torch.nn.functional as F
from torch import nn

print('quantile' in dir(torch), 'CrossEntropyLoss' in dir(nn), 'quantile' in dir(torch.Tensor))
print(hasattr(torch, 'quantile'), hasattr(torch, 'no_such_name'), hasattr(nn, 'KLDivLoss'))
print('median' in vars(torch), torch.__dict__['median'] is torch.median)
x = torch.tensor([3.0, 1.0, 2.0])
print(getattr(x, 'no_such_name', None), x.median(), torch.Tensor.median(x))
try:
    torch.no_such_name
except AttributeError as error:
    print(error)
try:
    x.no_such_name
except AttributeError as error:
    print(error)
try:
    from torch import no_such_name
except ImportError as error:
    print(str(error)[:45])


def median(values):
    return 'mine'


from torch.nn.functional import *
print(median(x), softmax(x, 0), cross_entropy(x, torch.tensor(0)))
from torch import *
print(median(x))
