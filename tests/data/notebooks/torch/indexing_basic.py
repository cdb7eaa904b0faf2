import torch

x = torch.arange(12).reshape(3, 4)
print(x[0], x[-1], x[1, 2], x[1][2], x[:, 1], x[1:, 2:], x[::2], x[:, ::2], x[..., 0], x[0, ...], x[:, -1:])
print(x[None].shape, x[:, None].shape, x[..., None].shape, x[None, :, None].shape, x[0, None, 1:3], x[1:2, 1:2], x[5:], x[:0].shape)
y = torch.arange(24).reshape(2, 3, 4)
print(y[1], y[:, 1], y[0, :, 2], y[..., 1], y[1, ..., ::2], y[0][1][2], y[-1, -1, -1], y[:, :, None].shape)
print(x[(0, 1)], x[slice(0, 2)], x[True].shape, x[torch.tensor(1)], x[1, torch.tensor(2)])
i = 2
print(x[i], x[i - 1, i], x[i][i:], x[:i, :i], x.select(0, 1), x.narrow(1, 1, 2))
v = torch.tensor([10.0, 20.0, 30.0])
print(v[0], v[0].item(), v[-1], v[1:], v[:-1], v[::2], v[[0, 2]], v[[True, False, True]], v.tolist()[1])
