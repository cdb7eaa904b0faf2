# What torch says of arguments that fit none of a function's forms: which check comes first, how the
# forms are listed, and when the name of one argument is enough.
import torch

a = torch.tensor([[0.5, -1.25, 3.0], [2.0, 0.0, -0.75]])
v = torch.tensor([1.0, 2.0, 0.5])
whole = torch.tensor([[0, 1, 2], [2, 1, 0]])


def tried(call):
    try:
        result = call()
    except Exception as error:
        print(type(error).__name__, '|', error)
    else:
        print(repr(result))


# One form: counted, missing, of another type, unknown, given twice.
tried(lambda: torch.exp(a, 1))
tried(lambda: torch.exp())
tried(lambda: torch.exp([1.0]))
tried(lambda: torch.exp(a, axis=0))
tried(lambda: torch.exp(a, input=a))
tried(lambda: torch.topk())
tried(lambda: torch.matmul(a, 2))
tried(lambda: torch.transpose(a, 0))
tried(lambda: torch.cat(a))
tried(lambda: torch.cat([a, 1]))
tried(lambda: torch.stack([a, [1.0, 2.0]]))
tried(lambda: torch.chunk(a, 'x'))
# Methods without arguments are not even read.
tried(lambda: a.exp(1))
tried(lambda: a.abs(dim=0))
tried(lambda: a.item(0))
# Several forms.
tried(lambda: a.softmax())
tried(lambda: a.softmax([0]))
tried(lambda: a.sum(axis=1, keepdims=True))
tried(lambda: a.sum('0', True))
tried(lambda: a.sum(0.5))
tried(lambda: a.sum(dim=1, keep_dim=True))
tried(lambda: a.mean(0, 1))
tried(lambda: torch.mean(a, dim=1, p=2))
tried(lambda: a.max(0.5))
tried(lambda: a.squeeze(v))
tried(lambda: a.std(dim=1, unbiased=None))
tried(lambda: a.all((0, 1)))
tried(lambda: torch.any(a, dim=(0, 1)))
tried(lambda: a.count_nonzero(dim=1, keepdim=True))
tried(lambda: torch.where(a > 0, a))
tried(lambda: torch.add(a, 'x'))
tried(lambda: torch.add(a, [1.0]))
tried(lambda: a.mul([a, 3]))
tried(lambda: torch.pow('x', a))
tried(lambda: torch.eq([1], a))
tried(lambda: torch.zeros('x'))
tried(lambda: torch.zeros(2, 'x'))
tried(lambda: torch.randn(2.0, 3))
tried(lambda: torch.full((2, 2)))
tried(lambda: torch.arange())
tried(lambda: torch.tensor())
tried(lambda: torch.tensor([1], type=torch.float32))
# Sizes: the first of them is looked at, the others when they are needed.
tried(lambda: a.view('x'))
tried(lambda: a.view(2, 'x'))
tried(lambda: a.view(None))
tried(lambda: a.reshape([1.5]))
tried(lambda: a.reshape(3.0, 2))
tried(lambda: a.permute('x'))
tried(lambda: a.flip())
tried(lambda: torch.flip(a, [0, 'x']))
tried(lambda: a.expand(2.0, 3))
tried(lambda: a.repeat([2.0]))
# A string may name a dimension, and here none has a name.
tried(lambda: a.sum('rows'))
tried(lambda: a.softmax(None))
tried(lambda: a.transpose('rows', 'columns'))
tried(lambda: a.sort('rows'))
tried(lambda: torch.cat([a, a], dim='rows'))
# A number in the place of a tensor, where it may stand; forms that are outdated.
tried(lambda: torch.add(2, a))
tried(lambda: torch.sub(2, v))
tried(lambda: torch.add(v, 2, v))
tried(lambda: v.addcmul(0.5, v, v))
tried(lambda: torch.exp(2))
tried(lambda: torch.sum(x=v))
# Results that are put elsewhere.
tried(lambda: torch.exp(v, out=torch.zeros(2, dtype=torch.int64)))
tried(lambda: torch.exp(v, out=torch.empty(0)))
tried(lambda: torch.add(v, 1, out=torch.zeros(3, dtype=torch.float64)))
tried(lambda: torch.exp(v.clone().requires_grad_(), out=torch.zeros(3)))
