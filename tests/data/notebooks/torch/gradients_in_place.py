# The names of gradients after a tensor was changed in place.
import torch


def made():
    return torch.ones(2, 1, 3, requires_grad=True) * 2


def shown(name, change):
    torch.manual_seed(1)
    x = made()
    try:
        print(name, change(x))
    except Exception as error:
        print(name, type(error).__name__, '|', error)


shown('squeezed', lambda x: x.squeeze_())
shown('squeezed at 1', lambda x: x.squeeze_(1))
shown('unsqueezed', lambda x: x.unsqueeze_(0))
shown('transposed', lambda x: x.transpose_(0, 2))
shown('normal', lambda x: x.normal_())
shown('uniform', lambda x: x.uniform_())
shown('exponential', lambda x: x.exponential_())
shown('bernoulli', lambda x: x.bernoulli_(0.5))
shown('random', lambda x: x.random_())
shown('random to', lambda x: x.random_(5))
shown('random from', lambda x: x.random_(1, 5))
shown('filled', lambda x: x.fill_(1))
shown('filled by a tensor', lambda x: x.fill_(torch.tensor(1.0)))
shown('zero', lambda x: x.zero_())
shown('scattered', lambda x: (x[:, 0] * 1).scatter_(1, torch.tensor([[0]]), 5.0))
shown('a tensor scattered', lambda x: (x[:, 0] * 1).scatter_(1, torch.tensor([[0]]), torch.ones(1, 1)))
shown('added and divided', lambda x: x.add_(1).div_(2))
for value in (1, torch.tensor(1.0), torch.ones(3), torch.ones(2, 1, 3)):
    x = made()
    x[...] = value
    print(x)
    x = made()
    x[0] = value if not isinstance(value, torch.Tensor) or value.dim() < 3 else value[0]
    print(x)
for change in (lambda x: x.squeeze_(), lambda x: x.unsqueeze_(0), lambda x: x.scatter_(2, torch.tensor([[[0]]]), 5.0)):
    try:
        change(torch.ones(2, 1, 3, requires_grad=True))
    except RuntimeError as error:
        print(error)
