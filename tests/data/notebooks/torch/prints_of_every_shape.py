import torch

for shape in [(), (1,), (0,), (3,), (1, 1), (2, 0), (0, 3), (2, 3), (1, 2, 3), (2, 1, 2), (2, 2, 2, 2), (1, 0, 2)]:
    n = 1
    for s in shape:
        n *= s
    t = torch.arange(n, dtype=torch.float32).reshape(shape)
    print(shape, t.dim(), t.numel(), t)
print(torch.arange(2000))
print(torch.zeros(40, 40))
print(torch.ones(3, 60))
torch.set_printoptions(precision=2, sci_mode=False)
print(torch.tensor([1e-5, 1.23456, 1e6]))
torch.set_printoptions(precision=4, threshold=10, edgeitems=2, linewidth=60)
print(torch.arange(30.).reshape(5, 6))
print(torch.linspace(0, 1, 30))
torch.set_printoptions(profile="short")
print(torch.rand(3).shape, torch.full((4,), 1 / 3))
torch.set_printoptions(profile="default")
print(torch.tensor([[1, -200], [30000, 4]]), torch.tensor([True, False]), torch.tensor([1e10, 1e-10]), torch.tensor([float("inf"), -1.5, float("nan")]))
print(torch.tensor(3), torch.tensor(3.0), torch.tensor([1.0, 2.5]), torch.tensor([1e8, 1.0]), torch.tensor([0.00001]))
print(torch.tensor([1.0], dtype=torch.float64), torch.tensor([[]]), torch.empty(0, dtype=torch.long))
print(repr(torch.tensor([1, 2])), str(torch.tensor(2.5)), f"{torch.tensor(2.5):.3f}", f"{torch.tensor([1, 2])}", "%s" % torch.tensor([3.]))
