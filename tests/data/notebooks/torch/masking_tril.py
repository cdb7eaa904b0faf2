import torch

mask = torch.tril(torch.ones(4, 4))
print(mask, torch.triu(torch.ones(3, 3)), torch.triu(torch.ones(3, 3), diagonal=1), torch.tril(torch.ones(3, 3), -1), torch.ones(2, 4).tril())
scores = torch.arange(16.0).reshape(4, 4)
print(scores.masked_fill(mask == 0, float("-inf")))
print(scores.masked_fill(mask == 0, float("-inf")).softmax(-1))
print(scores.masked_fill(mask.bool(), -1e9), scores * mask, torch.where(mask.bool(), scores, torch.zeros(4, 4)))
causal = torch.triu(torch.full((3, 3), float("-inf")), 1)
print(causal, torch.softmax(causal, -1), torch.diag(torch.tensor([1.0, 2.0])), torch.diag(scores), scores.diagonal(), scores.trace())
scores.masked_fill_(scores > 10, 0)
print(scores, torch.triu(torch.arange(6).reshape(2, 3)), torch.zeros(3, 3).fill_diagonal_(1))
lengths = torch.tensor([3, 1, 2])
padding = torch.arange(3)[None, :] < lengths[:, None]
print(padding, padding.long(), padding.sum(1))
