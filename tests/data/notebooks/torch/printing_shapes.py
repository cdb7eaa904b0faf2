import torch

print(torch.zeros(2, 2, 2), torch.arange(24).reshape(2, 3, 4))
print(torch.zeros(1, 1, 1), torch.ones(2, 1, 3), torch.arange(5).reshape(1, 5), torch.arange(5).reshape(5, 1))
print(torch.arange(30), torch.arange(100).reshape(10, 10))
print(torch.arange(40.0), torch.arange(25) * 1000, torch.tensor([True] * 20))
print(torch.zeros(2, 0, 3), torch.zeros(0, 2, dtype=torch.int64), torch.tensor([], dtype=torch.float64))
print(torch.arange(16).reshape(2, 2, 2, 2), torch.tensor([[1, -100], [20000, 3]]), torch.tensor([[True, False], [False, True]]))
x = torch.arange(6.0).reshape(2, 3)
print("x:", x, "end")
print("x =", x.shape, "\n", x)
print(f"rows: {x[0]} and {x[1]}")
print([x, x[0]], (x[0, 0], x[1, 1]), {"a": x[0], "b": torch.tensor(1)})
x
