import torch
from torch import nn
import torch.nn.functional as F

w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
x = torch.tensor([0.5, -0.5])
for t in (w @ x, x @ w, w @ w, w * x, w + w.t(), w.sum(1), w.mean(-1, keepdim=True), w.var(-1), w.std(0), w - w.mean(), (w - 1).pow(2).mean().sqrt(), w.max(), w.min(dim=1).values, w.exp() / w.exp().sum(), w[:, 0], w[0, 1], w[[1, 0]], w.reshape(4), w.transpose(0, 1), w.permute(1, 0), w.masked_fill(w > 2, 0.0), torch.relu(w), torch.tanh(w), torch.sigmoid(w), F.gelu(w), F.softmax(w, -1), F.log_softmax(w, 0), F.layer_norm(w, (2,)), F.linear(x, w), F.linear(x, w, x), F.dropout(w, 0.0), torch.stack([w[0], w[1]]), torch.cat([w, w]), torch.where(w > 2, w, 0 * w), w.unsqueeze(0), w.squeeze(), w.expand(1, 2, 2), w.contiguous(), w.clone(), w.abs(), w.clamp(min=2), w.logsumexp(0), w.norm(), w.cumsum(1), w.tril(), w.diagonal(), w.flip(0), -w, 1 / w, 2 - w, w ** 3, 2 ** w, w.sqrt(), w.rsqrt(), w.log(), w.sum(), w.prod(), w.gather(1, torch.tensor([[0], [1]])), w.index_select(0, torch.tensor([1])), w.chunk(2)[0], w.split(1, dim=1)[1], w.unbind(0)[1], w.double(), w.view(-1), w.flatten(), w.repeat(1, 1), w.topk(1).values, w.sort(descending=True).values, w.median(), w.detach(), w.data, w.round(), w.floor(), w.sign()):
    print(t)
y = torch.zeros(2)
y[0] = w[0, 0]
print(y, y.requires_grad)
z = w.clone()
z[0] = 7
print(z)
z.add_(1)
print(z)
z *= 2
print(z, z.relu_())
