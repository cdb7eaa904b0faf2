# A small decoder: embeddings, causal blocks, a head, and the next token.
import math
import torch
from torch import nn
import torch.nn.functional as F

CONFIG = {"vocabulary": 12, "length": 8, "width": 8, "heads": 2, "layers": 2}


class CausalAttention(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.heads = heads
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.register_buffer("mask", torch.tril(torch.ones(length, length)).view(1, 1, length, length))

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = self.project(x).split(c, dim=2)
        q, k, v = [m.view(b, t, self.heads, c // self.heads).transpose(1, 2) for m in (q, k, v)]
        scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        scores = scores.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        y = F.softmax(scores, dim=-1) @ v
        return self.out(y.transpose(1, 2).contiguous().view(b, t, c))


class Block(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.before_attention = nn.LayerNorm(width)
        self.attention = CausalAttention(width, heads, length)
        self.before_mlp = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.before_attention(x))
        return x + self.mlp(self.before_mlp(x))


class Decoder(nn.Module):
    def __init__(self, vocabulary, length, width, heads, layers):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads, length) for _ in range(layers)))
        self.final = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        positions = torch.arange(ids.size(1))
        x = self.tokens(ids) + self.positions(positions)
        return self.head(self.final(self.blocks(x)))


torch.manual_seed(1234)
model = Decoder(**CONFIG)
print(model)
print("parameters:", sum(p.numel() for p in model.parameters()))
ids = torch.tensor([[1, 5, 2, 7], [3, 3, 0, 11]])
logits = model(ids)
print(logits.shape)
print(logits[0])
probabilities = F.softmax(logits[:, -1], dim=-1)
print(probabilities)
print(probabilities.sum(-1), probabilities.argmax(-1))
targets = torch.tensor([[5, 2, 7, 1], [3, 0, 11, 4]])
log_p = F.log_softmax(logits, dim=-1)
loss = -log_p.gather(-1, targets.unsqueeze(-1)).mean()
print(f"loss {loss:.4f}, of guessing {math.log(CONFIG['vocabulary']):.4f}")
with torch.no_grad():
    sequence = ids[:1]
    for step in range(4):
        following = model(sequence)[:, -1].argmax(dim=-1, keepdim=True)
        sequence = torch.cat([sequence, following], dim=1)
        print(step, sequence.tolist())
    ahead = ids.clone()
    ahead[:, 3] = 9
    print("no look ahead:", torch.allclose(model(ids)[:, :3], model(ahead)[:, :3], atol=1e-5))
