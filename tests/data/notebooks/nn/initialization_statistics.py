import torch
from torch import nn

torch.manual_seed(0)
for n_in, n_out in ((2, 3), (10, 10), (64, 32), (256, 4)):
    layer = nn.Linear(n_in, n_out)
    bound = 1 / n_in ** 0.5
    print(n_in, n_out, f"{layer.weight.min():.4f} {layer.weight.max():.4f} {layer.weight.mean():.4f} {layer.weight.std():.4f} bound {bound:.4f}")
    print("bias", f"{layer.bias.abs().max():.4f}", layer.bias[:2])
x = torch.randn(64, 128)
for depth in range(4):
    x = torch.relu(nn.Linear(128, 128)(x))
    print(depth, f"mean {x.mean():.3f} std {x.std():.3f} zero {(x == 0).float().mean():.2f}")
emb = nn.Embedding(100, 16)
print(f"{emb.weight.mean():.4f} {emb.weight.std():.4f}", emb.weight[0, :4])
