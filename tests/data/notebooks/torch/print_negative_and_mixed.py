import torch

for values in ([-1.0], [-1.5, 1.0], [-1e-4, 1.0], [-1e5, 1e-5], [-100.25, 3.0], [-0.0], [0.0, -3.0], [1e-3, -1e3], [12345.678, -0.001], [-1.0, float("inf")], [float("-inf"), 2.5], [float("nan"), -7.25], [0.99995, -0.99995], [9.9999, 99.9999], [1e4, 1.5], [1e5, 1.5], [99999.5, 1.0], [0.00012, 0.5], [-5e-5, -5e5]):
    print(torch.tensor(values))
    print(torch.tensor([values, [v * 10 for v in values]]))
print(torch.tensor([-1, 10, -100]), torch.tensor([[-1], [1000]]), torch.tensor(-5), torch.tensor(-0.5), torch.tensor(-1e-7))
print(torch.tensor([[1.0, float("nan")], [float("inf"), -2.5]]), torch.tensor([1.0, 2.0, float("nan")]), torch.tensor([float("inf"), float("-inf")]))
print(torch.tensor([1e-38, 1e38]), torch.tensor([1e-320, 1.0], dtype=torch.float64), torch.tensor([1e300, -1e-300], dtype=torch.float64), torch.tensor([0.1, 0.2, 0.3], dtype=torch.float64) * 3)
