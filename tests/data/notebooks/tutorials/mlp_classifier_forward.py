# A small classifier by hand: scores, probabilities, loss, accuracy.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(77)
samples = 12
points = torch.randn(samples, 2)
labels = (points[:, 0] * points[:, 1] > 0).long()
print(points[:4], labels)
print("class sizes:", [(labels == c).sum().item() for c in (0, 1)])


class Classifier(nn.Module):
    def __init__(self, hidden=(6, 4), classes=2):
        super().__init__()
        sizes = [2, *hidden]
        layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(a, b), nn.LayerNorm(b), nn.Tanh()]
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(sizes[-1], classes)

    def forward(self, x):
        return self.head(self.body(x))


def cross_entropy(logits, targets):
    log_p = logits - torch.logsumexp(logits, dim=1, keepdim=True)
    return -log_p[torch.arange(len(targets)), targets].mean()


def accuracy(logits, targets):
    return (logits.argmax(dim=1) == targets).float().mean().item()


model = Classifier()
print(model)
with torch.no_grad():
    logits = model(points)
    print(logits)
    p = F.softmax(logits, dim=1)
    print(p)
    print(f"loss {cross_entropy(logits, labels):.4f} accuracy {accuracy(logits, labels):.3f}")
    confidence, guess = p.max(dim=1)
    for i in range(4):
        mark = "ok" if guess[i] == labels[i] else "wrong"
        print(f"{i}: label {labels[i]} guess {guess[i]} confidence {confidence[i]:.3f} {mark}")
    table = torch.zeros(2, 2, dtype=torch.long)
    for want, got in zip(labels.tolist(), guess.tolist()):
        table[want][got] += 1
    print(table, table.sum(), table.diag().sum().item() / samples)
best = (float("inf"), None)
for trial in range(6):
    torch.manual_seed(trial)
    candidate = Classifier(hidden=(8,))
    with torch.no_grad():
        loss = cross_entropy(candidate(points), labels).item()
    print(f"trial {trial}: {loss:.4f}")
    if loss < best[0]:
        best = (loss, trial)
print(f"best trial {best[1]} with {best[0]:.4f}")
perfect = F.one_hot(labels, 2).float() * 20
print(f"{cross_entropy(perfect, labels):.4f} {accuracy(perfect, labels)}")
uniform = torch.zeros(samples, 2)
print(f"{cross_entropy(uniform, labels):.4f}", torch.log(torch.tensor(2.0)))
