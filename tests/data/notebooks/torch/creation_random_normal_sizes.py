import torch

for n in (1, 2, 3, 7, 15, 16, 17, 31, 32, 33):
    torch.manual_seed(7)
    x = torch.randn(n)
    print(n, x, torch.rand(1))
torch.manual_seed(1)
for shape in ((4, 4), (2, 3, 4), (5,), (1, 17)):
    print(shape, torch.randn(shape).sum(), torch.randn(*shape).mean())
