# A lecture from a seeded batch to a layer of one's own and to softmax.
import torch
from torch import nn

torch.manual_seed(123)
batch = torch.rand(2, 5)
print(batch)

hidden_layer = nn.Linear(5, 6)
rectifier = nn.ReLU()
hidden = rectifier(hidden_layer(batch))
print(hidden)

row_mean = hidden.mean(dim=-1, keepdim=True)
row_var = hidden.var(dim=-1, keepdim=True)
print("mean of each row", row_mean)
print("variance of each row", row_var)

standard = (hidden - row_mean) / torch.sqrt(row_var)
print(standard)
means_after = standard.mean(dim=-1, keepdim=True)
print(means_after.shape, standard.var(dim=-1, keepdim=True))
torch.set_printoptions(sci_mode=False)
print(means_after)


class RowNorm(nn.Module):
    def __init__(self, width, epsilon=1e-5):
        super().__init__()
        self.epsilon = epsilon
        self.stretch = nn.Parameter(torch.ones(width))
        self.move = nn.Parameter(torch.zeros(width))

    def forward(self, rows):
        center = rows.mean(dim=-1, keepdim=True)
        spread = rows.var(dim=-1, keepdim=True, unbiased=False)
        unit = (rows - center) / torch.sqrt(spread + self.epsilon)
        return self.stretch * unit + self.move


norm = RowNorm(5)
print(norm)
print(batch.mean(-1), batch.var(-1, unbiased=False))
normalized = norm(batch)
print(normalized)
print("means", normalized.mean(-1, keepdim=True))
print("variances", normalized.var(-1, keepdim=True, unbiased=False))

more = torch.rand(3, 5)
print(more)
shares = torch.softmax(more, dim=-1)
print(shares)
print(shares.mean(-1), shares.var(-1, unbiased=False))
print(f"the first row sums to {sum(shares[0]):.2f}")
again = norm(more)
print(again)
print(again.var(-1, unbiased=False))
print(f"and here to {sum(again[0]):.2f}")
print(nn.LayerNorm(5)(more))
for ours, theirs in zip(again[2], nn.LayerNorm(5)(more)[2]):
    print(f"{ours:.4f} {theirs:.4f} {abs(ours - theirs) < 1e-6}")
print([tuple(p.shape) for p in norm.parameters()], sum(p.numel() for p in norm.parameters()))
