"""Losses and where they pull."""
import torch
import torch.nn as nn

torch.manual_seed(6)
prediction = torch.randn(4, 3, requires_grad=True)
target = torch.randn(4, 3)
for loss in (nn.MSELoss(), nn.MSELoss(reduction='sum'), nn.L1Loss(), nn.SmoothL1Loss(), nn.HuberLoss(delta=0.5)):
    prediction.grad = None
    value = loss(prediction, target)
    value.backward()
    print(type(loss).__name__, value)
    print(prediction.grad)
p = torch.rand(5, requires_grad=True)
q = (torch.rand(5) > 0.5).float()
nn.BCELoss()(p, q).backward()
print(p.grad)
z = torch.randn(5, requires_grad=True)
nn.BCEWithLogitsLoss(pos_weight=torch.tensor(3.0))(z, q).backward()
print(z.grad)
log_p = torch.randn(2, 3).log_softmax(1).requires_grad_()
value = nn.KLDivLoss(reduction='batchmean')(log_p, torch.softmax(torch.randn(2, 3), 1))
value.backward()
print(value, log_p.grad)
torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)
t = torch.randn(4, 3, requires_grad=True)
nn.MSELoss()(prediction, t).backward()
print(t.grad)
images = torch.randn(2, 3, 2, 2, requires_grad=True)
nn.CrossEntropyLoss()(images, torch.randint(3, (2, 2, 2))).backward()
print(images.grad)
