"""The same with Adam, mini-batches and a scheduler."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 32)
        self.fc2 = nn.Linear(32, 3)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


torch.manual_seed(42)
x = torch.randn(96, 4)
y = x[:, :3].argmax(1)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5, gamma=0.5)
for epoch in range(10):
    total = 0.0
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(inputs), labels)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(inputs)
    schedule.step()
    print(f'{epoch}: {total / len(x):.4f}, rate {optimizer.param_groups[0]["lr"]:.4g}')
net.eval()
with torch.no_grad():
    print((net(x).argmax(1) == y).float().mean())
    print(net(x[:2]))
