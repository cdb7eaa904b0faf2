import torch
import torch.nn as nn

torch.manual_seed(0)
for round in range(24):
    rows, channels = int(torch.randint(2, 40, (1,))), int(torch.randint(1, 12, (1,)))
    norm = nn.BatchNorm1d(channels, momentum=[0.1, 0.3, 0.01, None][round % 4],
                          dtype=torch.float64 if round % 5 == 4 else torch.float32)
    for batch in range(3):
        shape = (rows, channels, 7) if round % 2 else (rows, channels)
        x = torch.randn(shape, dtype=norm.weight.dtype) * (round % 5 + 1) + round
        y = norm(x)
    print(norm.running_mean.tolist(), norm.running_var.tolist(), y.flatten()[:4].tolist())
image = nn.BatchNorm2d(3, momentum=0.25)
for batch in range(3):
    image(torch.randn(4, 3, 6, 5) * 2 + 1)
print(image.state_dict())
counts, edges = torch.histogram(torch.tanh(torch.randn(500)), density=True)
print(counts[:6], edges[:3], counts.shape, edges.shape)
across = nn.BatchNorm1d(5, momentum=0.3)
x = torch.randn(4, 7, 5) * 3 + 1
print(across(x.transpose(1, 2)).flatten()[:6].tolist(), across.running_mean.tolist(), across.running_var.tolist())
print(across.eval()(x.transpose(1, 2)).flatten()[:6].tolist())
