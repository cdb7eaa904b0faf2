"""The graph: grad_fn and next_functions, down to the leaves."""
import torch
import torch.nn.functional as F


def show(function, indent=0):
    if function is None:
        return
    name = function.name()
    shape = list(function.variable.shape) if hasattr(function, 'variable') else ''
    print(' ' * indent + name, shape)
    for following, _ in function.next_functions:
        show(following, indent + 2)


x = torch.ones(3, 2)
w = torch.randn(4, 2, requires_grad=True)
b = torch.zeros(4, requires_grad=True)
y = F.relu(F.linear(x, w, b))
loss = F.mse_loss(y, torch.zeros(3, 4))
print(loss.grad_fn.name(), loss.grad_fn.next_functions[0][0].name())
show(loss.grad_fn)
a = torch.tensor(2.0, requires_grad=True)
c = torch.tensor(3.0, requires_grad=True)
d = (a * c + a ** 2).log()
show(d.grad_fn)
e = a * 2 + 1
print(len(e.grad_fn.next_functions), len(e.grad_fn.next_functions[0][0].next_functions))
print(e.grad_fn.next_functions[1], a.grad_fn)
node = e.grad_fn.next_functions[0][0].next_functions[0][0]
print(type(node).__name__, node.variable is a, type(d.grad_fn).__name__)
print(str(d.grad_fn).split(' at ')[0], repr(node).split(' at ')[0])
logits = torch.randn(2, 3, requires_grad=True)
show(F.cross_entropy(logits, torch.tensor([0, 2])).grad_fn)
show(torch.stack([a, c]).sum().grad_fn)
show((w[0] + w[1, 1]).mean().grad_fn)
