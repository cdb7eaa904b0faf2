import torch

print(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.5, 2.0]), torch.tensor([0.1, 0.12345678]), torch.tensor([1000.0, 0.5]))
print(torch.tensor([1e-5, 1.0]), torch.tensor([1e-4, 1.0]), torch.tensor([1e5, 1.0]), torch.tensor([1e8, 1.0]), torch.tensor([1e8]), torch.tensor([123456.789]))
print(torch.tensor([float("nan"), 1.0]), torch.tensor([float("inf"), -1.5]), torch.tensor([float("inf")]), torch.tensor([float("nan")]), torch.tensor([-0.0, 0.0]))
print(torch.tensor([0.00001]), torch.tensor([1e-10, 1e10]), torch.tensor([99999.0, 0.1]), torch.tensor([100000.0]), torch.tensor([1e20]), torch.tensor([16777216.0, 1.0]))
print(torch.tensor(3.14159265), torch.tensor(1e-8), torch.tensor(1e10), torch.tensor(0.0), torch.tensor(-2.0), torch.tensor(1234567.0), torch.tensor(0.99999999))
print(torch.tensor([[1.0, -2.0], [3.25, 400.0]]), torch.tensor([[0.001, 1000.0]]), torch.tensor([[1.0], [-10.0]]))
print(torch.tensor([1 / 3], dtype=torch.float64), torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor(2.5, dtype=torch.float64))
print(torch.arange(0, 2, 0.3), torch.linspace(0, 100, 7), torch.tensor([1e-45]), torch.tensor([3.4e38]), torch.tensor([0.5, 1e-3, 2e3]))
x = torch.tensor([0.1 + 0.2, 1e-3])
print(x, x * 1e3, x / 1e3, x.sum(), [x[0], x[1]], {"x": x}, (x,), f"{x}", str(x))
