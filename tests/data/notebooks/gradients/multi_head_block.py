"""One transformer block in the manner of nanoGPT, trained on copies."""
import torch
import torch.nn as nn
from torch.nn import functional as F


class Head(nn.Module):
    def __init__(self, width, size, context):
        super().__init__()
        self.key = nn.Linear(width, size, bias=False)
        self.query = nn.Linear(width, size, bias=False)
        self.value = nn.Linear(width, size, bias=False)
        self.register_buffer('tril', torch.tril(torch.ones(context, context)))

    def forward(self, x):
        B, T, C = x.shape
        k, q = self.key(x), self.query(x)
        wei = q @ k.transpose(-2, -1) * C**-0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))
        wei = F.softmax(wei, dim=-1)
        return wei @ self.value(x)


class Block(nn.Module):
    def __init__(self, width, heads, context):
        super().__init__()
        self.heads = nn.ModuleList([Head(width, width // heads, context) for _ in range(heads)])
        self.proj = nn.Linear(width, width)
        self.ffwd = nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, width))
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        h = self.ln1(x)
        x = x + self.proj(torch.cat([head(h) for head in self.heads], dim=-1))
        return x + self.ffwd(self.ln2(x))


class Model(nn.Module):
    def __init__(self, vocabulary=10, width=16, context=8):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.places = nn.Embedding(context, width)
        self.block = Block(width, 2, context)
        self.ln = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary)

    def forward(self, idx, targets):
        B, T = idx.shape
        x = self.tokens(idx) + self.places(torch.arange(T))
        logits = self.head(self.ln(self.block(x)))
        B, T, C = logits.shape
        return logits, F.cross_entropy(logits.view(B * T, C), targets.view(B * T))


torch.manual_seed(1337)
model = Model()
print(sum(p.numel() for p in model.parameters()))
data = torch.arange(200) % 10
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(30):
    starts = torch.randint(len(data) - 8, (4,))
    x = torch.stack([data[i:i + 8] for i in starts])
    y = torch.stack([data[i + 1:i + 9] for i in starts])
    logits, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    if step % 6 == 5:
        print(f'step {step}: {loss.item():.4f}')
print(model.block.ln1.weight[:4])
print(model.head.bias.grad[:4])
