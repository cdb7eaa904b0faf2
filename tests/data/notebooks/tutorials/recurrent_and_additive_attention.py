# Additive attention, recurrent cells by hand, kernels as attention.
import torch, math
from torch import nn
import torch.nn.functional as F
torch.manual_seed(5)
class AdditiveAttention(nn.Module):
    def __init__(self, key_size, query_size, num_hiddens, dropout):
        super(AdditiveAttention, self).__init__()
        self.W_k = nn.Linear(key_size, num_hiddens, bias=False)
        self.W_q = nn.Linear(query_size, num_hiddens, bias=False)
        self.w_v = nn.Linear(num_hiddens, 1, bias=False)
        self.dropout = nn.Dropout(dropout)
    def forward(self, queries, keys, values, valid_lens):
        queries, keys = self.W_q(queries), self.W_k(keys)
        features = queries.unsqueeze(2) + keys.unsqueeze(1)
        features = torch.tanh(features)
        scores = self.w_v(features).squeeze(-1)
        mask = torch.arange(keys.size(1))[None, None, :] < valid_lens[:, None, None]
        scores = scores.masked_fill(~mask, -1e6)
        self.attention_weights = F.softmax(scores, dim=-1)
        return torch.bmm(self.dropout(self.attention_weights), values)
queries, keys = torch.normal(0, 1, (2, 1, 20)), torch.ones((2, 10, 2))
values = torch.arange(40, dtype=torch.float32).reshape(1, 10, 4).repeat(2, 1, 1)
valid_lens = torch.tensor([2, 6])
attention = AdditiveAttention(key_size=2, query_size=20, num_hiddens=8, dropout=0.1)
attention.eval()
print(attention(queries, keys, values, valid_lens), attention.attention_weights)
class RNNCell(nn.Module):
    def __init__(self, i, h):
        super().__init__(); self.i2h = nn.Linear(i, h); self.h2h = nn.Linear(h, h)
    def forward(self, x, h):
        return torch.tanh(self.i2h(x) + self.h2h(h))
class LSTMCell(nn.Module):
    def __init__(self, i, h):
        super().__init__(); self.gates = nn.Linear(i + h, 4 * h); self.h = h
    def forward(self, x, state):
        h, c = state
        i, f, g, o = self.gates(torch.cat([x, h], -1)).chunk(4, -1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c
class GRUCell(nn.Module):
    def __init__(self, i, h):
        super().__init__(); self.x = nn.Linear(i, 3 * h); self.hh = nn.Linear(h, 3 * h)
    def forward(self, x, h):
        xr, xz, xn = self.x(x).split(h.shape[-1], -1); hr, hz, hn = self.hh(h).split(h.shape[-1], -1)
        r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz); n = torch.tanh(xn + r * hn)
        return (1 - z) * n + z * h
seq = torch.randn(5, 2, 3)
h = torch.zeros(2, 4); cell = RNNCell(3, 4); outs = []
for t, x in enumerate(seq):
    h = cell(x, h); outs.append(h); print(t, h[0])
print(torch.stack(outs).shape)
lstm = LSTMCell(3, 4); s = (torch.zeros(2, 4), torch.zeros(2, 4))
for x in seq: s = lstm(x, s)
print(s)
gru = GRUCell(3, 4); h = torch.zeros(2, 4)
for x in seq: h = gru(x, h)
print(h, gru)
def gaussian_kernel(q, k): return torch.exp(-0.5 * (q - k) ** 2)
x_train, _ = torch.sort(torch.rand(10) * 5); y_train = 2 * torch.sin(x_train) + x_train ** 0.8 + torch.normal(0.0, 0.5, (10,))
x_val = torch.arange(0, 5, 1.0); att = F.softmax(-((x_val[:, None] - x_train[None]) ** 2) / 2, dim=1); print(att @ y_train, att.sum(1)); print(att)
alibi = torch.tensor([2 ** (-8 * (i + 1) / 4) for i in range(4)]); rel = torch.arange(4)[None, :] - torch.arange(4)[:, None]; print(alibi, rel, alibi[:, None, None] * rel.clamp(max=0))
window = (rel.abs() <= 1); print(window, torch.full((4, 4), float('-inf')).masked_fill(window, 0.), torch.zeros(4, 4).masked_fill_(~window, float('-inf')).softmax(-1))
