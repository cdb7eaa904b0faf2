import torch
torch.manual_seed(0)
x = torch.randn(4, 6)
for dt in (torch.float16, torch.bfloat16):
    h = x.to(dt)
    print(h.sum(), h.sum(0), h.mean(), h.mean(1), h.var(), h.std(1), h.max(), h.max(1), h.argmax(), h.min(0).values, h.amax(1), h.norm(), h.norm(dim=1))
    print(h.abs().sum(1, keepdim=True), (h > 0).sum(), h.sum(dtype=torch.float32), h.float().sum(), h.mean(dtype=torch.float32), h.any(), h.all(), h.sort(1).values[0], h.argsort()[0], h.unique().numel() if dt == torch.bfloat16 else '')
    for f in ('prod', 'cumsum', 'median', 'topk', 'exp', 'log', 'sqrt', 'relu', 'sigmoid', 'tanh', 'softmax', 'logsumexp'):
        try:
            a = {'cumsum': (1,), 'topk': (2,), 'softmax': (-1,), 'logsumexp': (-1,)}.get(f, ())
            r = getattr(h, f)(*a)
            print(f, r)
        except RuntimeError as e: print(f, e)
    print(h * 2 + 1, h / 3, h ** 2, -h, h.abs(), h - h.mean(), 1 / h, 2 ** h, h // 1, h % 1, h.t() , h[h > 1], torch.where(h > 0, h, torch.zeros_like(h)), torch.cat([h, h]).shape, torch.stack([h[0], h[1]]), h.clone().fill_(2), h.maximum(torch.zeros((), dtype=dt)), torch.zeros_like(h), torch.ones_like(h, dtype=torch.float32).dtype, h.new_zeros(2), h.view(-1)[:3], h.flip(0)[0], h.roll(1, 1)[0], h.repeat(1, 2).shape, h.expand(2, 4, 6).shape, torch.equal(h, h), torch.allclose(h, h + 1e-4), h.isnan().any())
