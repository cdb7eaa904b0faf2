"""The optimizers on one valley, and what they say of themselves."""
import torch
from torch import nn, optim

for name in ('SGD', 'Adam', 'AdamW', 'RMSprop', 'Adagrad'):
    for settings in ({}, {'weight_decay': 0.1}):
        p = nn.Parameter(torch.tensor([1.0, -2.0, 3.0]))
        optimizer = getattr(optim, name)([p], lr=0.05, **settings)
        for _ in range(30):
            optimizer.zero_grad()
            ((p - torch.tensor([0.0, 1.0, 2.0])) ** 4).sum().backward()
            optimizer.step()
        print(name, settings, p)
optimizer = optim.RMSprop([p], centered=True, momentum=0.5)
print(optimizer)
print(optim.Adagrad([p], lr_decay=0.1))
for _ in range(3):
    optimizer.zero_grad()
    (p ** 2).sum().backward()
    optimizer.step()
print(p, optimizer.state_dict())
for wrong in (lambda: optim.RMSprop([p], lr=-1), lambda: optim.Adagrad([p], eps=-1.0), lambda: optim.RMSprop([p], alpha=-1)):
    try:
        wrong()
    except ValueError as error:
        print(error)
