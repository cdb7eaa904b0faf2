import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(5)
emb = nn.Embedding(6, 3)
print(emb, emb.weight)
ids = torch.tensor([[0, 2], [5, 5]])
print(emb(ids), emb(ids).shape, emb(torch.tensor(1)), emb.weight[ids].shape, torch.equal(emb(ids), emb.weight[ids]))
print(F.embedding(torch.tensor([1, 1]), emb.weight), emb.num_embeddings, emb.embedding_dim)
padded = nn.Embedding(4, 2, padding_idx=0)
print(padded, padded.weight, padded(torch.tensor([0, 3])))
words = ["the", "cat", "sat"]
vocabulary = {w: i for i, w in enumerate(words)}
table = nn.Embedding(len(words), 4)
for w in words:
    print(w, table(torch.tensor(vocabulary[w])).detach())
sentence = torch.tensor([vocabulary[w] for w in "the cat sat the".split()])
print(table(sentence).shape, table(sentence).mean(0))
try:
    emb(torch.tensor([6]))
except IndexError as e:
    print(e)
try:
    emb(torch.tensor([0.5]))
except RuntimeError as e:
    print(e)
fixed = nn.Embedding.from_pretrained(torch.arange(6.0).reshape(3, 2))
print(fixed(torch.tensor([2, 0])), fixed.weight.requires_grad)
