"""The gradient of softmax and cross entropy is p - y."""
import torch
import torch.nn.functional as F

torch.manual_seed(3)
logits = torch.randn(5, 4, requires_grad=True)
labels = torch.tensor([0, 3, 1, 1, 2])
loss = F.cross_entropy(logits, labels)
loss.backward()
print(loss)
print(logits.grad)
expected = (F.softmax(logits.detach(), -1) - F.one_hot(labels, 4)) / 5
print(torch.allclose(logits.grad, expected, atol=1e-7))

by_hand = logits.detach().clone().requires_grad_()
p = torch.exp(by_hand) / torch.exp(by_hand).sum(1, keepdim=True)
nll = -torch.log(p[range(5), labels]).mean()
nll.backward()
print(nll, torch.allclose(by_hand.grad, logits.grad, atol=1e-6))

for reduction in ('none', 'sum'):
    logits.grad = None
    out = F.nll_loss(F.log_softmax(logits, 1), labels, reduction=reduction)
    out.sum().backward()
    print(reduction, out, logits.grad)
logits.grad = None
F.cross_entropy(logits, labels, weight=torch.tensor([1., 2., 3., 4.]), label_smoothing=0.1).backward()
print(logits.grad)
logits.grad = None
F.cross_entropy(logits, labels, ignore_index=1).backward()
print(logits.grad)
logits.grad = None
F.cross_entropy(logits, F.softmax(torch.ones(5, 4), 1)).backward()
print(logits.grad)
