# An encoder layer with the norm after the residual sum, and one with it before.
import torch
from torch import nn
import torch.nn.functional as F


class SelfAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.q = nn.Linear(width, width)
        self.k = nn.Linear(width, width)
        self.v = nn.Linear(width, width)
        self.width = width

    def forward(self, x):
        scores = torch.matmul(self.q(x), self.k(x).transpose(-1, -2)) / self.width ** 0.5
        return torch.matmul(torch.softmax(scores, dim=-1), self.v(x))


class FeedForward(nn.Module):
    def __init__(self, width, hidden, drop=0.1):
        super().__init__()
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.drop = nn.Dropout(drop)

    def forward(self, x):
        return self.down(self.drop(F.relu(self.up(x))))


class PostNorm(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.attention = SelfAttention(width)
        self.feed_forward = FeedForward(width, hidden)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)

    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.feed_forward(x))


class PreNorm(PostNorm):
    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


torch.manual_seed(3)
x = torch.randn(2, 3, 4)
post = PostNorm(4, 8)
print(post)
post.eval()
out = post(x)
print(out)
print(out.mean(-1).abs().max() < 1e-6, out.std(-1, unbiased=False).mean())
pre = PreNorm(4, 8).eval()
out = pre(x)
print(out)
print(out.shape, f"{out.std():.4f}")
for name, p in post.named_parameters():
    print(f"{name:<22} {str(tuple(p.shape)):<8} {p.numel()}")
total = sum(p.numel() for p in post.parameters())
print("parameters:", total)
stack = nn.Sequential(*[PreNorm(4, 8) for _ in range(3)]).eval()
h = x
for i, layer in enumerate(stack):
    h = layer(h)
    print(f"after layer {i}: mean {h.mean():+.4f} std {h.std():.4f}")
print(torch.allclose(h, stack(x)))
stack = nn.Sequential(*[PostNorm(4, 8) for _ in range(3)]).eval()
print(stack(x).std(-1, unbiased=False))
post.train()
torch.manual_seed(1)
a = post(x)
torch.manual_seed(1)
print("same seed, same dropout:", torch.equal(a, post(x)), torch.equal(a, post(x)))
