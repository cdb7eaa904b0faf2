# SPDX-License-Identifier: MIT
"""One memory, two libraries: who sees whose change."""
import numpy as np
import torch

a = np.zeros(3)
t = torch.from_numpy(a)
a[0] = 1
t[1] = 2
t.add_(10)
print(a, t)
n = t.numpy()
n *= 2
print(a, t, n)
print(n.base is not None, a is n, np.shares_memory(a, n))
copy = torch.tensor(a)
copy[0] = -1
same = torch.as_tensor(a)
same[0] = -5
print(a, copy)
view = torch.arange(12.0).reshape(3, 4)[:, 1::2]
v = view.numpy()
v[:] = 0
print(view, v.strides, v.flags["C_CONTIGUOUS"])
print(torch.ones(2, 3).T.numpy().strides, torch.ones(3).expand(2, 3).numpy().strides)
m = np.arange(6).reshape(2, 3)
print(torch.from_numpy(m[:, ::2]), torch.from_numpy(m.T).stride())
for bad in (m[::-1], m.astype(">i8"), [1, 2]):
    try:
        torch.from_numpy(bad)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(torch.from_numpy(np.zeros((0, 4))), torch.zeros(2, 0).numpy().shape)
print(torch.from_numpy(np.array(7)).item(), torch.tensor(5).numpy().shape)


def made():
    inner = np.arange(4.0)
    return torch.from_numpy(inner), torch.arange(4).numpy()


tensor, array = made()
print(tensor, array)
