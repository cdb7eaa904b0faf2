# Optimizers along gradients that are set by hand, and learning rates from step to step.
import inspect
import math

import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR, LambdaLR, LinearLR, MultiStepLR, StepLR

torch.manual_seed(0)
net = nn.Linear(3, 2)
groups = [{'params': [net.weight], 'weight_decay': 0.1}, {'params': [net.bias], 'weight_decay': 0.0, 'lr': 0.5}]
for make in (lambda p: optim.SGD(p, lr=0.1),
             lambda p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.01),
             lambda p: optim.SGD(p, 0.1, momentum=0.9, nesterov=True),
             lambda p: optim.SGD(p, 0.1, maximize=True, momentum=0.5, dampening=0.1),
             lambda p: optim.Adam(p, 1e-2),
             lambda p: optim.Adam(p, amsgrad=True, weight_decay=0.1),
             lambda p: optim.AdamW(p, lr=3e-2, betas=(0.8, 0.95)),
             lambda p: optim.AdamW([dict(group) for group in groups], lr=1e-2)):
    optimizer = make(net.parameters())
    print(optimizer)
    optimizer.zero_grad()
    optimizer.step()
    for step in range(4):
        for p in net.parameters():
            p.grad = torch.randn_like(p)
        optimizer.step()
        optimizer.zero_grad(set_to_none=step % 2 == 0)
    print(net.weight, net.bias, net.weight.grad)
    print(optimizer.state_dict())
    make(net.parameters()).load_state_dict(optimizer.state_dict())

p = nn.Parameter(torch.empty(4, 4))
for make, lr, steps in ((lambda o: StepLR(o, 3), 0.1, 8), (lambda o: MultiStepLR(o, [2, 5, 5], gamma=0.3), 0.1, 8),
                        (lambda o: ExponentialLR(o, 0.9), 0.1, 5), (lambda o: LinearLR(o), 0.1, 8),
                        (lambda o: LinearLR(o, 0.1, 0.7, 8), 0.1, 10),
                        (lambda o: CosineAnnealingLR(o, 5, eta_min=1e-3), 0.1, 20)):
    optimizer = optim.SGD([p], lr=lr)
    schedule = make(optimizer)
    rates = []
    for _ in range(steps):
        rates.append(optimizer.param_groups[0]['lr'])
        optimizer.step()
        schedule.step()
    print(type(schedule).__name__, rates, schedule.get_last_lr(), schedule.state_dict(), sep='\n    ')


def noam(step, warmup=4):
    return min((step + 1) ** -0.5, (step + 1) * warmup ** -1.5)


optimizer = optim.Adam([p], lr=1.0)
schedule = LambdaLR(optimizer, lr_lambda=noam)
for _ in range(6):
    print(schedule.get_last_lr(), optimizer.param_groups[0]['lr'])
    optimizer.step()
    schedule.step()


class CosineWarmup(optim.lr_scheduler._LRScheduler):
    def __init__(self, optimizer, warmup, most):
        self.warmup, self.most = warmup, most
        super().__init__(optimizer)

    def get_lr(self):
        return [base * self.factor(self.last_epoch) for base in self.base_lrs]

    def factor(self, epoch):
        factor = 0.5 * (1 + math.cos(math.pi * epoch / self.most))
        return factor * epoch / self.warmup if epoch <= self.warmup else factor


schedule = CosineWarmup(optimizer, warmup=100, most=2000)
print([schedule.factor(epoch) for epoch in range(0, 2000, 250)])
schedule = StepLR(optim.SGD([p], 0.1), 1, verbose=True)
print(inspect.signature(optim.SGD), inspect.signature(optim.AdamW), 'fused' in inspect.signature(optim.Adam).parameters)
for wrong in (lambda: optim.SGD([p]), lambda: optim.SGD([p], -1), lambda: optim.Adam([]), lambda: optim.Adam(p),
              lambda: optim.Adam([p], betas=(1, 0.9)), lambda: optim.AdamW([p * 2]), lambda: optim.Adam([1.0]),
              lambda: optim.SGD([{'params': [p]}, {'params': [p]}], 0.1), lambda: StepLR(1, 2),
              lambda: LinearLR(optimizer, 2.0)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
