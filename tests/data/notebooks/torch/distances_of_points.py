# Distances of points of few coordinates, as of neighbours and kernels, and differences the other way round.
import torch

torch.manual_seed(0)
for n in (1, 2, 3, 4, 5, 6, 7, 9, 13):
    x, y = torch.randn(4, n), torch.randn(3, n)
    print(n, torch.cdist(x, y).tolist())
    print('   ', torch.cdist(x, x, p=1)[0].tolist(), torch.cdist(x, x, p=float('inf'))[1].tolist())
points, queries = torch.rand(8, 2), torch.rand(3, 2)
distances = torch.cdist(queries, points)
print(distances, distances.topk(3, largest=False))
kernel = torch.exp(-distances ** 2 / (2 * 0.3 ** 2))
print(kernel / kernel.sum(1, keepdim=True))
a, b = torch.randn(5), torch.randn(5)
print(torch.rsub(a, b).tolist(), torch.rsub(a, b, alpha=0.3).tolist(), torch.rsub(a, 2, alpha=0.3).tolist())
print(torch.rsub(a, 2), 2 - a, torch.rsub(torch.tensor([1, 2]), 5, alpha=2))
