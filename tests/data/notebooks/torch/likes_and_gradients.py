# Tensors made like others, dropouts of whole channels, and the names that gradients get by the way a
# function is called.
import torch
import torch.nn.functional as F

a = torch.tensor([[0.5, -1.25, 3.0], [2.0, 0.0, -0.75]])
cube = (torch.arange(24.0).view(2, 3, 4) - 10) / 8
leaf = a.clone().requires_grad_()


def shown(name, make):
    torch.manual_seed(1)
    try:
        print(name, make())
    except Exception as error:
        print(name, type(error).__name__, '|', error)


# Laid out in memory as the other, and drawn in that order.
for x in (a, a.t(), cube.transpose(0, 2), torch.zeros(3, 1).expand(3, 2)):
    print(tuple(x.shape), x.stride(), torch.zeros_like(x).stride(), torch.full_like(x, 2.0).stride())
    shown('randn_like', lambda: torch.randn_like(x))
    shown('rand_like', lambda: torch.rand_like(x))
    shown('randint_like', lambda: torch.randint_like(x, 10))
shown('of another type', lambda: torch.randn_like(a.t(), dtype=torch.float64))
shown('with gradients', lambda: torch.randn_like(a, requires_grad=True))
for dtype in (torch.float32, torch.float64, torch.int32, torch.uint8, torch.bool):
    shown(f'random_ of {dtype}', lambda: torch.zeros(5, dtype=dtype).random_())
# Channels as a whole.
shown('dropout of ints', lambda: F.dropout(torch.arange(3)))
shown('no dropout of ints', lambda: F.dropout(torch.arange(3), 0.0))
# A dimension of None is not the same as none.
for name in ('sum', 'mean'):
    shown(name, lambda: getattr(leaf, name)())
    shown(name, lambda: getattr(leaf, name)(dim=None))
    shown(name, lambda: getattr(leaf, name)(None, True))
    shown(name, lambda: getattr(leaf, name)(()))
shown('the larger', lambda: torch.max(a, other=a * 2))
shown('the smaller', lambda: a.min(other=a * 2))
shown('bounded by a tensor', lambda: torch.clamp_min(leaf, a))
shown('bounded by a number', lambda: torch.clamp_max(leaf, 0.5))
for mode in ('floor', 'trunc', None, 'up'):
    shown(f'divided, {mode}', lambda: torch.div(leaf, 2, rounding_mode=mode))
shown('divided', lambda: leaf.div(a))
shown('a matrix before a batch', lambda: leaf @ cube)
shown('a row before a batch', lambda: leaf[:1] @ cube)
shown('a matrix before a transposed batch', lambda: leaf @ cube.transpose(1, 2).contiguous().transpose(1, 2))
shown('a batch before a matrix', lambda: cube @ leaf.t()[:, :1].repeat(2, 1)[:4])
shown('two numbers', lambda: (torch.add(2, 3), torch.mul(2, 3.0), torch.div(1, 2), torch.sub(2, a, alpha=2)))
print(torch.add(2, leaf), torch.nn.Linear(2, 1, bias=None))
