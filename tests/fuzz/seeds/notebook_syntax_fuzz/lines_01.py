a[0]: List[int] = [1]
x: Tuple = *a, b
del x
del x, y.z, a[0], (b, c), [d]
del (x)
del x,
pass
pass; pass;
assert x
assert x, "message"
raise
raise ValueError
raise ValueError("x") from None
import torch
import torch.nn as nn, os.path
import a, b as c
from torch import nn, Size
from torch.nn import (Linear, ReLU as R,)
from . import a
from .. import b
