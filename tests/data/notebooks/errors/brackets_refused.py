# Brackets of tensors: what is counted, converted and looked up, and in which order.
import torch

a = torch.arange(6.0).view(2, 3)
s = torch.tensor(1.5)


def tried(call):
    try:
        result = call()
    except Exception as error:
        print(type(error).__name__, '|', error)
    else:
        print(repr(result))


def put(x, key, value):
    x[key] = value
    return x


# Without dimensions.
for key in (0, 1, -1, -7):
    tried(lambda: s[key])
tried(lambda: s[::2])
tried(lambda: s[0,])
tried(lambda: s[...])
tried(lambda: s[True])
# The place between the brackets is what messages count.
tried(lambda: a[0, 5])
tried(lambda: a[..., 5])
tried(lambda: a[None, 5])
tried(lambda: a[:, [0, 9]])
tried(lambda: a[[0, 1], [0, 9]])
tried(lambda: a[0, 0, 0])
tried(lambda: a[5, 'x'])
tried(lambda: a[0, 1.5])
tried(lambda: a[a > 2, 5, {}])
# What is no index, and what becomes one.
tried(lambda: a['x'])
tried(lambda: a[1.5])
tried(lambda: a[{}])
tried(lambda: a[s])
tried(lambda: a[a])
tried(lambda: a[torch.tensor([0], dtype=torch.int32)])
tried(lambda: a[torch.tensor(1, dtype=torch.int32)])
tried(lambda: a[[1.7]])
tried(lambda: a[[[0, 1], [1, 2]]])
tried(lambda: a[[[0, 1]]])
tried(lambda: a[[slice(0, 1)]])
tried(lambda: a[[None]])
tried(lambda: a[['x']])
tried(lambda: a[range(2)])
tried(lambda: a[[True, False, True]])
tried(lambda: a[torch.ones(3, 2) > 0])
tried(lambda: a['x':])
tried(lambda: a[0:1.5])
tried(lambda: torch.zeros(0, 3)[[0]])
# Assignment wants a number or a tensor.
tried(lambda: put(a.clone(), 0, [1.0, 2.0, 3.0]))
tried(lambda: put(a.clone(), 0, None))
tried(lambda: put(a.clone(), 9, 'x'))
tried(lambda: put(a.clone(), 0, torch.zeros(2)))
tried(lambda: put(a.clone(), [0, 1], torch.zeros(2)))
tried(lambda: put(a.clone(), a > 2, torch.zeros(3, dtype=torch.float64)))
tried(lambda: put(a.long(), [0], torch.tensor(1.5)))
tried(lambda: put(a.long(), a > 2, torch.tensor(1.5)))
tried(lambda: put(a.long(), 0, torch.tensor(1.5)))
leaf = a.clone().requires_grad_()
tried(lambda: put(leaf, 0, 1.0))
tried(lambda: put(leaf, [0], 1.0))
tried(lambda: put(leaf, (0, [0]), 1.0))
tried(lambda: put(leaf, ..., 1.0))
wide = torch.zeros(2, 1).expand(2, 3)
tried(lambda: put(wide, 0, torch.ones(3)))
tried(lambda: put(wide, 0, 1.0))
tried(lambda: 'x' in a)
tried(lambda: [1] in a)
