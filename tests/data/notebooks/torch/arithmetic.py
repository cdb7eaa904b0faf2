import torch

x = torch.tensor([1.0, -2.0, 3.5])
y = torch.tensor([2.0, 0.5, -1.0])
print(x + y, x - y, x * y, x / y, x // y, x % y, x ** 2, -x, +x, abs(x), x @ y)
print(torch.add(x, y), torch.sub(x, y), torch.mul(x, y), torch.div(x, y), torch.pow(x, 3), torch.neg(x), torch.add(x, y, alpha=10), x.subtract(y), x.multiply(2), x.divide(2))
print(torch.tensor([7, -7]) // 2, torch.tensor([7, -7]) % 3, torch.tensor([7, -7]) / 2, torch.div(torch.tensor([7, -7]), 2, rounding_mode="trunc"), torch.div(torch.tensor([7, -7]), 2, rounding_mode="floor"), torch.floor_divide(torch.tensor([7.0]), 2))
print(torch.remainder(x, 2), torch.fmod(x, 2), 1 / x, 10 - x, 2 * x, 2 ** torch.tensor([1.0, 2.0]), 7 // torch.tensor([2.0, -2.0]), 7 % torch.tensor([4, 5]))
i = torch.tensor([5, 3])
print(i & 1, i | 8, i ^ 1, ~i, i << 2, i >> 1, torch.tensor([True, False]) & True, torch.tensor([True, False]) ^ torch.tensor([True, True]))
print(x / 0, torch.tensor([0.0]) / 0, torch.tensor([1.0]) % 0, torch.tensor(2 ** 62) * 4, torch.tensor(1e38) * 10, -torch.tensor(0.0))
x += 1
x *= 2
x -= y
x /= 2
print(x, x.add_(1), x.mul_(y), x.sub_(1), x.div_(4), x.pow_(2), x.neg_())
