"""Embeddings, dropout and weight decay in a small model of words."""
import torch
from torch import nn

torch.manual_seed(0)
embedding = nn.Embedding(6, 3, padding_idx=0)
rows = torch.tensor([[1, 2, 2], [5, 0, 1]])
out = embedding(rows)
(out * torch.arange(18.0).view(2, 3, 3)).sum().backward()
print(embedding.weight.grad)
drop = nn.Dropout(0.5)
x = torch.ones(2, 6, requires_grad=True)
y = drop(x)
y.sum().backward()
print(y, x.grad)
drop.eval()
x.grad = None
drop(x).sum().backward()
print(x.grad)
model = nn.Sequential(nn.Embedding(8, 5), nn.Flatten(), nn.Dropout(0.2), nn.Linear(15, 8))
words = torch.randint(8, (20, 3))
labels = words.sum(1) % 8
optimizer = torch.optim.Adam(model.parameters(), lr=0.05, weight_decay=1e-3)
for step in range(30):
    loss = nn.functional.cross_entropy(model(words), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(f'{loss.item():.4f}')
