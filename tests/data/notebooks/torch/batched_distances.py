import torch

a = torch.tensor([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]])
b = torch.tensor([[0.0, 0.0], [6.0, 8.0]])
difference = a[:, None] - b[None]
print(difference.shape, difference)
d = difference.pow(2).sum(-1).sqrt()
print(d, d.argmin(1), d.min(0))
squared = (a ** 2).sum(1)[:, None] + (b ** 2).sum(1)[None] - 2 * a @ b.T
print(squared, torch.allclose(squared.clamp(min=0).sqrt(), d))
print((a[0] - a[1]).norm(), torch.dot(a[1], b[1]) / (a[1].norm() * b[1].norm()), a.norm(dim=0), a.norm(dim=1))
manhattan = difference.abs().sum(-1)
chebyshev = difference.abs().amax(-1)
print(manhattan, chebyshev, (manhattan >= d).all(), (d >= chebyshev).all())
kernel = torch.exp(-d ** 2 / 10)
print(kernel, kernel / kernel.sum(1, keepdim=True))
