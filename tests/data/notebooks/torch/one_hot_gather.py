import torch
import torch.nn.functional as F

labels = torch.tensor([0, 2, 1])
print(F.one_hot(labels), F.one_hot(labels, num_classes=4).float(), torch.eye(3)[labels])
logits = torch.tensor([[2.0, 0.5, 0.1], [0.3, 0.2, 3.0], [1.0, 1.0, 1.0]])
log_probs = F.log_softmax(logits, dim=1)
picked = log_probs[torch.arange(3), labels]
print(picked, -picked.mean(), log_probs.gather(1, labels.unsqueeze(1)).squeeze(1))
print(logits.argmax(1) == labels, (logits.argmax(dim=1) == labels).float().mean(), (logits.argmax(1) == labels).sum().item())
table = torch.arange(12.0).reshape(4, 3)
print(table[labels], F.embedding(labels, table), table[labels].mean(0))
confusion = torch.zeros(3, 3, dtype=torch.int64)
for t, p in zip(labels, logits.argmax(1)):
    confusion[t, p] += 1
print(confusion, confusion.diagonal().sum().item() / confusion.sum().item())
out = torch.zeros(3, 4).scatter_(1, labels.unsqueeze(1), 1.0)
print(out)
