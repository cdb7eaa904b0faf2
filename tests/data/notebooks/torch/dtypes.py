import torch

for t in (torch.tensor(1), torch.tensor(1.0), torch.tensor(True), torch.tensor([1.0], dtype=torch.float64), torch.arange(3), torch.arange(3.0), torch.rand(1), torch.ones(1) > 0):
    print(t.dtype, t.dtype == torch.float32, t.is_floating_point(), t.element_size())
x = torch.tensor([1.9, -1.9, 0.0])
print(x.long(), x.bool(), x.double(), x.float(), x.to(torch.int64), x.to(torch.float64).dtype, x.type(torch.int64))
print(torch.float32, torch.float64, torch.int64, torch.bool, torch.float, torch.double, torch.long, [torch.float32])
print(torch.tensor([3, 4]).float(), torch.tensor([0, 2]).bool(), torch.tensor([True, False]).long(), torch.tensor([True]).float())
print(x.dtype is torch.float32, str(x.dtype), x.double().dtype, (x.long() + 1).dtype, x.device, torch.get_default_dtype())
y = torch.tensor([1, 2, 3])
print(y / 2, (y / 2).dtype, y // 2, (y * 1.0).dtype, (y + True).dtype, y.to(x).dtype, y.type_as(x))
print(torch.tensor(0.1, dtype=torch.float64).item(), torch.tensor(0.1).item(), torch.tensor(0.1).double())
