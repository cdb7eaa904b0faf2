"""Distillation: temperature, soft labels and the gradient of the divergence."""
import torch
import torch.nn.functional as F

torch.manual_seed(14)
teacher = torch.randn(3, 5)
student = torch.zeros(3, 5, requires_grad=True)
for temperature in (1.0, 2.0, 5.0):
    student.grad = None
    soft = F.softmax(teacher / temperature, -1)
    loss = F.kl_div(F.log_softmax(student / temperature, -1), soft, reduction='batchmean') * temperature ** 2
    loss.backward()
    print(temperature, loss.item().__round__(4), student.grad[0])
optimizer = torch.optim.SGD([student], lr=2.0)
for step in range(30):
    optimizer.zero_grad()
    loss = F.kl_div(F.log_softmax(student, -1), F.softmax(teacher, -1), reduction='batchmean')
    loss.backward()
    optimizer.step()
print(f'{loss.item():.4f}')
print(F.softmax(student, -1))
entropy = -(F.softmax(student, -1) * F.log_softmax(student, -1)).sum(-1).mean()
print(torch.autograd.grad(entropy, student)[0])
