import torch

x = torch.arange(1100)
print(x)
print(torch.arange(1000))
print(torch.arange(1001.0))
m = torch.arange(40 * 40).reshape(40, 40)
print(m)
print(torch.zeros(50, 3, 10)[:, :, :2].shape, torch.zeros(12, 100))
print(torch.arange(2000.0).reshape(2, 10, 100) / 7)
