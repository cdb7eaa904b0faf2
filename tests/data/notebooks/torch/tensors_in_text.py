import torch
x = torch.arange(6.).reshape(2, 3)
print(f"{x.mean():.2f} {x.std().item():.3f} {x.sum():>8.1f}|{x.max()}|{x[0,1]:e}|{x.shape}|{tuple(x.shape)}|{x.dtype}")
print(x.mean(), x.mean().item(), x.mean(0).tolist(), [round(v, 2) for v in x.std(0).tolist()])
print("%.3f %d %s" % (x.mean(), x.sum(), x[0]), "{:.1f}-{:5.2f}".format(x[0, 0], x[1, 2]))
print('mean:', x.mean(), 'std:', x.std(), sep=' | ', end=' END\n')
for name, t in {'a': x, 'b': x.T}.items(): print(f"{name:>3}: shape={list(t.shape)!s:<10} stride={t.stride()} contiguous={t.is_contiguous()}")
print(f"{x=}", f"{x.shape=}", f"{x.sum()=}", f"{x[0].tolist()=}")
table = torch.tensor([[0.123456, 123.4], [-0.5, 1e-4]]); 
for r in table: print(' '.join(f'{v:10.4f}' for v in r))
print(torch.tensor([0.5, 0.25]).numpy() if False else '', str(x), repr(x) == str(x))
print(*x, sep='\n'); print(*x.shape); print(list(x), tuple(x[0]), {i: v.item() for i, v in enumerate(x[0])}); a, b = x; print(a, b); (p, q, r), s = x; print(p, q, r, s)
print(torch.allclose(x, x + 1e-9), torch.equal(x, x), (x == x).all(), x is x, x.eq(x).sum(), bool((x > -1).all()), not torch.any(x < 0))
assert x.shape == (2, 3), f"bad shape {x.shape}"; assert x.size(0) == 2 and x.size(-1) == 3 and x.numel() == 6
try:
    assert x.shape == (3, 2), f"expected (3, 2), got {tuple(x.shape)}"
except AssertionError as e: print('AssertionError:', e)
print(max(x.tolist()), sum(x), sum(x.flatten()), min(x[0]), sorted(x[1], reverse=True), abs(-x[0]), round(x[0, 1].item(), 1), divmod(7, 2), pow(x[0], 2), x[0].__len__(), len(x), list(map(float, x[0])), list(zip(x[0], x[1])), any(x[0] > 1), all(x[0] >= 0))
print(x.sum().__class__.__name__, type(x), type(x).__name__, isinstance(x, torch.Tensor), type(x.shape), type(x.dtype), type(x.item) if False else '', x.device.type, x.is_cuda, x.layout, x.requires_grad)
print(torch.get_default_dtype(), torch.is_tensor(x), torch.cuda.is_available(), torch.numel(x), torch.is_floating_point(x), x.element_size() * x.nelement())
