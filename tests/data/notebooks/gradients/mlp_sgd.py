"""A classifier of two rings, trained with SGD."""
import torch
from torch import nn

torch.manual_seed(1)
angle = torch.rand(64) * 6.2832
radius = torch.where(torch.arange(64) % 2 == 0, 1.0, 2.5)
x = torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)
y = (torch.arange(64) % 2).long()

model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for epoch in range(30):
    optimizer.zero_grad()
    logits = model(x)
    loss = criterion(logits, y)
    loss.backward()
    optimizer.step()
    if epoch % 5 == 4:
        accuracy = (logits.argmax(1) == y).float().mean()
        print(f'epoch {epoch + 1:2d}  loss {loss.item():.4f}  accuracy {accuracy:.4f}')
print(model[2].bias)
print(model[2].weight.grad.shape, model[0].bias.grad)
