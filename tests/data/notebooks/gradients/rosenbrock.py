"""Rosenbrock's valley with Adam; a learnt step with clipping."""
import torch


def rosenbrock(p):
    x, y = p
    return (1 - x) ** 2 + 100 * (y - x ** 2) ** 2


p = torch.tensor([-1.0, 1.5], requires_grad=True)
optimizer = torch.optim.Adam([p], lr=0.1)
for step in range(1, 31):
    loss = rosenbrock(p)
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_([p], 10.0)
    optimizer.step()
    if step % 10 == 0:
        print(f'{step}: {loss.item():.4f} at {p[0]:.4f}, {p[1]:.4f}, norm {norm:.4f}')
print(p)
print(optimizer.state[p]['step'], optimizer.state[p]['exp_avg'])
