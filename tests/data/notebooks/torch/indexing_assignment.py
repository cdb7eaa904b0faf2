import torch

x = torch.zeros(3, 4)
x[0] = 1
x[1, 2] = 5.5
x[:, 3] = torch.tensor([7.0, 8.0, 9.0])
print(x)
x[x > 6] = -1
print(x)
x[2, :2] = torch.tensor([1, 2])
x[..., 0] += 10
print(x)
x[[0, 2]] = 0
print(x)
x[torch.tensor([0, 1]), torch.tensor([1, 1])] = torch.tensor([3.0, 4.0])
print(x)
x[1:, 1:3] *= 2
x[0, -1] -= 0.5
print(x)
m = torch.zeros(3, 3, dtype=torch.int64)
for i in range(3):
    for j in range(3):
        m[i, j] = i * 10 + j
print(m)
m[1] = m[0] + 1
m[:, 0] = 9
m[m == 9] = 3.7
print(m)
b = torch.tensor([False] * 3)
b[1] = True
b[-1] = 1
print(b)
x[:] = 2
x.fill_(1.5)
x[None, 0] = 4
print(x, x.zero_())
