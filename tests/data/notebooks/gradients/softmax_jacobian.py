"""The Jacobian of softmax is diag(p) - p p^T."""
import torch

z = torch.tensor([1.0, 2.0, 0.5, -1.0], requires_grad=True)
p = torch.softmax(z, dim=0)
rows = []
for i in range(4):
    (row,) = torch.autograd.grad(p[i], z, retain_graph=True)
    rows.append(row)
jacobian = torch.stack(rows)
print(jacobian)
q = p.detach()
print(torch.allclose(jacobian, torch.diag(q) - torch.outer(q, q), atol=1e-7))
print(jacobian.sum(0).abs().max() < 1e-6)
print(torch.autograd.functional.jacobian(lambda t: torch.softmax(t, 0), z))
log_p = torch.log_softmax(z, 0)
log_p[2].backward()
print(z.grad)
