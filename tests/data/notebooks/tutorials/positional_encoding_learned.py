# Positions as an embedding that is learned, added to the tokens.
import torch
from torch import nn

torch.manual_seed(17)
text = "the cat sat on the mat"
vocabulary = sorted(set(text.split()))
index = {word: i for i, word in enumerate(vocabulary)}
print(vocabulary, index)
ids = torch.tensor([index[w] for w in text.split()])
print(ids)
tokens = nn.Embedding(len(vocabulary), 4)
places = nn.Embedding(10, 4)
t = tokens(ids)
p = places(torch.arange(len(ids)))
print(t)
print(p)
x = t + p
print(x)
print("equal words, different vectors:", torch.equal(t[0], t[4]), torch.equal(x[0], x[4]))
batch = ids.view(2, 3)
print(tokens(batch).shape, (tokens(batch) + places(torch.arange(3))).shape)
normalized = nn.LayerNorm(4)(x)
print(normalized)
print(sum(p.numel() for m in (tokens, places) for p in m.parameters()))
