import torch
# Game: gradient-free tricks, masks, histograms, sampling, walk
g = torch.Generator().manual_seed(2024)
steps = torch.randint(0, 2, (5, 20), generator=g) * 2 - 1; walk = steps.cumsum(1); print(walk, walk.max(1), walk.argmin(1), (walk == 0).sum(1), walk.float().std(0)[:5])
board = (torch.rand(6, 6, generator=g) > .6).int(); nb = sum(torch.roll(board, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - board; nxt = ((nb == 3) | ((board == 1) & (nb == 2))).int(); print(board, nb, nxt, nxt.sum())
P = torch.tensor([[.9, .1, 0.], [.2, .7, .1], [0., .3, .7]]); pi = torch.ones(3) / 3
for k in range(50): pi = pi @ P
print(pi); s, path = 0, [0]
for _ in range(10): s = torch.multinomial(P[s], 1, generator=g).item(); path.append(s)
print(path); pts = torch.rand(1000, 2, generator=g); print(4 * (pts.norm(dim=1) < 1).float().mean(), pts.mean(0), torch.quantile(pts[:, 0], torch.tensor([.05, .5, .95])))
X = torch.cat([torch.randn(10, 2, generator=g), torch.randn(10, 2, generator=g) + 4]); c = X[[0, 10]].clone()
for it in range(5): a = torch.cdist(X, c).argmin(1); c = torch.stack([X[a == k].mean(0) for k in range(2)])
print(c, a, torch.bincount(a)); D = ((X[:, None] - X[None]) ** 2).sum(-1).sqrt(); D.fill_diagonal_(float('inf')); print(D.min(1).values[:5], D.argmin(1), D.topk(3, largest=False).indices[0])
img = torch.zeros(5, 5); img[1:4, 2] = 1; img[2, 1:4] = 1; k = torch.tensor([[0., 1, 0], [1, -4, 1], [0, 1, 0]]); pad = torch.nn.functional.pad(img[None, None], (1, 1, 1, 1)); conv = (pad.unfold(2, 3, 1).unfold(3, 3, 1) * k).sum((-1, -2))[0, 0]; print(img.int(), conv.int(), conv.abs().sum())
scores = torch.tensor([3, 1, 2, 3]); rank = scores.argsort(descending=True, stable=True).argsort() if False else scores.sort(descending=True, stable=True)[1]; print(rank, scores.unique(return_counts=True), (scores[:, None] > scores).sum(0), torch.tril(torch.ones(3, 3)) @ torch.tensor([1., 2., 3.]), torch.cumprod(torch.arange(1, 6), 0), torch.logspace(0, 3, 4), torch.arange(10)[torch.arange(10) % 3 == 0], torch.linspace(0, 1, 5).diff())
bits = torch.tensor([5, 12, 255]); print(((bits[:, None] >> torch.arange(7, -1, -1)) & 1), bits % 2 == 0, bits.bool(), torch.bitwise_xor(bits, bits.flip(0)), (bits & (bits - 1)) == 0, bits.clamp(10, 100), torch.div(bits, 7, rounding_mode='floor'), bits // 7, bits.float().log2().floor().int())
