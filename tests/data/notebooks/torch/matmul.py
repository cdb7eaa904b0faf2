import torch

a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
b = torch.tensor([[5.0, 6.0], [7.0, 8.0]])
v = torch.tensor([1.0, -1.0])
print(a @ b, torch.matmul(a, b), a.mm(b), torch.mm(a, b.t()), a @ v, v @ a, v @ v, torch.dot(v, v), a.matmul(v), torch.mv(a, v))
x = torch.arange(12.0).reshape(2, 2, 3)
y = torch.arange(12.0).reshape(2, 3, 2)
print(x @ y, torch.bmm(x, y).shape, torch.matmul(x, y[0]), (x @ torch.ones(3)).shape, (torch.ones(4, 1, 2, 3) @ y).shape, x @ x.transpose(-2, -1))
print(torch.tensor([[1, 2]]) @ torch.tensor([[3], [4]]), torch.addmm(a, a, b), torch.ones(3) @ torch.ones(3, 2))
for f in (lambda: a @ torch.ones(3), lambda: torch.ones(2, 3) @ torch.ones(2, 3), lambda: torch.ones(3) @ torch.ones(2), lambda: torch.mm(a, v), lambda: a @ torch.ones(2, 2, dtype=torch.int64), lambda: torch.bmm(a, b)):
    try:
        print(f())
    except RuntimeError as e:
        print(e)
