# SPDX-License-Identifier: MIT
"""NumPy's numbers where PyTorch wants numbers."""
import numpy as np
import torch

print(torch.zeros(np.int64(2), np.int32(3)).shape, torch.full((2,), np.float64(1.5)))
print(torch.tensor(np.float32(3)), torch.tensor(np.float64(3)), torch.tensor(np.int64(3)))
print(torch.tensor(np.int32(3)), torch.tensor([np.float32(1), np.float32(2)]))
print(torch.tensor([np.float64(1), np.float64(2)]), torch.tensor([np.int64(1), 2]))
print(torch.arange(np.int64(3)), torch.linspace(np.float64(0), 1, 3))
x = torch.arange(12.0).reshape(3, 4)
print(x[np.int64(1)], x[np.array([0, 2])], x[:, np.array([1, 3])])
print(x[np.array([True, False, True])], x[np.array([0, 1]), np.array([1, 2])])
print(x.sum(dim=np.int64(0)), x.view(np.int64(4), -1).shape)
x[0] = np.float64(9)
x[1, 1] = np.int64(7)
print(x)
n = np.arange(12).reshape(3, 4)
print(n[torch.tensor([0, 2])], n[torch.tensor(1)], n[x.numpy() > 8])
for bad in (lambda: torch.exp(n), lambda: x.add(n), lambda: torch.stack([n, n]), lambda: torch.zeros(2, dtype=np.float32)):
    try:
        bad()
    except TypeError as error:
        print(str(error).splitlines()[0])
generator = np.random.default_rng(int(torch.randint(0, 10, (1,), generator=torch.manual_seed(3))))
print(generator.integers(0, 100, 5))
print(f"{np.float32(2.5):.2f} {torch.tensor(2.5).numpy():.3f} {float(torch.tensor(2.5).numpy())}")
