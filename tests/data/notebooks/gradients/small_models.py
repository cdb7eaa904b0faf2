"""Pieces of lectures, each trained or differentiated for a moment."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim

# A generator against a discriminator.
torch.manual_seed(0)
G = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 2))
D = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
of_g, of_d = optim.Adam(G.parameters(), 1e-2, betas=(0.5, 0.999)), optim.Adam(D.parameters(), 1e-2)
bce = nn.BCELoss()
for i in range(20):
    real, z = torch.randn(16, 2) + 2, torch.randn(16, 2)
    fake = G(z)
    of_d.zero_grad()
    loss_d = bce(D(real), torch.ones(16, 1)) + bce(D(fake.detach()), torch.zeros(16, 1))
    loss_d.backward()
    of_d.step()
    of_g.zero_grad()
    loss_g = bce(D(fake), torch.ones(16, 1))
    loss_g.backward()
    of_g.step()
    if i % 5 == 4:
        print(f'{loss_d.item():.4f} {loss_g.item():.4f}')

# A variational autoencoder.
encoder, decoder = nn.Linear(6, 4), nn.Linear(2, 6)
x = torch.rand(10, 6)
optimizer = optim.Adam([*encoder.parameters(), *decoder.parameters()], 1e-2)
for i in range(20):
    mu, logvar = encoder(x).chunk(2, dim=1)
    z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)
    loss = F.binary_cross_entropy(torch.sigmoid(decoder(z)), x, reduction='sum') \
        - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f'{loss.item():.4f}')

# A policy gradient.
net = nn.Linear(3, 2)
policy = torch.distributions.Categorical(logits=net(torch.randn(5, 3)))
actions = policy.sample()
loss = -(policy.log_prob(actions) * torch.arange(5.0)).mean() - 0.01 * policy.entropy().mean()
loss.backward()
print(loss, net.weight.grad)

# Which inputs matter, and a step against the model.
model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).eval()
x = torch.randn(1, 6, requires_grad=True)
scores = model(x)
scores[0, scores.argmax()].backward()
print(x.grad.abs().max(dim=1))
print((x + 0.1 * x.grad.sign()).detach())

# A contrastive loss.
z = torch.randn(6, 4, requires_grad=True)
normalized = F.normalize(z, dim=1)
similarity = (normalized @ normalized.T / 0.5).masked_fill(torch.eye(6, dtype=torch.bool), -1e9)
F.cross_entropy(similarity, torch.tensor([1, 0, 3, 2, 5, 4])).backward()
print(z.grad)

# SwiGLU and rotary positions.
w1, w2, w3 = nn.Linear(4, 6, bias=False), nn.Linear(4, 6, bias=False), nn.Linear(6, 4, bias=False)
x = torch.randn(2, 4, requires_grad=True)
w3(F.silu(w1(x)) * w2(x)).pow(2).sum().backward()
print(x.grad, w1.weight.grad)
q = torch.randn(1, 4, 8, requires_grad=True)
angles = torch.outer(torch.arange(4.0), 1 / 10000 ** (torch.arange(0, 8, 2) / 8))
a, b = q[..., ::2], q[..., 1::2]
turned = torch.stack([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], -1).flatten(-2)
(turned * torch.arange(32.0).view(1, 4, 8)).sum().backward()
print(q.grad)

# A mixture of experts.
gate = nn.Linear(4, 3)
experts = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
x = torch.randn(5, 4)
weights, chosen = F.softmax(gate(x), -1).topk(2, -1)
weights = weights / weights.sum(-1, keepdim=True)
out = torch.zeros_like(x)
for k in range(3):
    rows, places = (chosen == k).nonzero(as_tuple=True)
    if len(rows):
        out[rows] += weights[rows, places, None] * experts[k](x[rows])
out.pow(2).sum().backward()
print(out)
print(gate.weight.grad)
