# Activations, pooling and losses that torch itself has: each of their forms, and their errors.
import math
import torch
from torch import tensor as T

inf, nan = math.inf, math.nan


def said(name, *given, **named):
    shown = ', '.join(f'{key}={value if not isinstance(value, torch.Tensor) else list(value.shape)}'
                      for key, value in named.items())
    try:
        result = getattr(torch, name)(*given, **named)
    except Exception as error:
        result = f'{type(error).__name__}: {error}'
    print(f'{name}({shown})', result)


torch.manual_seed(1)
x, y, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(5)
i, j = torch.randint(0, 9, (3, 4)), torch.randint(1, 9, (3, 4))
img, row = torch.randn(2, 3, 6, 6), torch.randn(2, 3, 8)
said('prelu', x, weight=T([0.1]))
said('prelu', x, weight=T([0.1, .2, .3, .4]))
said('prelu', x, weight=T([0.1, .2]))
said('celu', x)
said('celu', x, alpha=2.0)
said('celu', x, alpha=0.)
torch.empty(2, 3).bernoulli_(0.5), torch.empty(3, 4).bernoulli_(0.7), torch.empty(2, 3).bernoulli_(0.7)
said('adaptive_avg_pool1d', row, output_size=[4])
said('adaptive_avg_pool1d', row, output_size=[3])
said('adaptive_avg_pool1d', v, output_size=[3])
said('adaptive_avg_pool1d', row, output_size=[1])
torch.randn(48), torch.randn(48)
t, w, pr = torch.randint(0, 4, (3,)), torch.rand(4), torch.rand(3, 4)
for r in (0, 1, 2):
    said('kl_div', x, target=pr, reduction=r)
    said('kl_div', x, target=y, reduction=r, log_target=True)
    said('binary_cross_entropy_with_logits', x, target=pr, weight=w, pos_weight=w, reduction=r)
    said('binary_cross_entropy_with_logits', x, target=pr, reduction=r)
said('pairwise_distance', x, x2=y)
said('pairwise_distance', x, x2=y, p=1., keepdim=True)
