# Choosing from a softmax: temperature, the best k, and the smallest set that holds p.
import torch
import torch.nn.functional as F

letters = "abcdefgh"
logits = torch.tensor([2.0, 1.5, 0.3, -0.2, 3.1, 0.0, -1.0, 1.0])


def bar(p, width=30):
    return "*" * round(p * width)


def show(p):
    for letter, value in zip(letters, p.tolist()):
        print(f"  {letter} {value:.4f} {bar(value)}")


for temperature in (0.25, 1.0, 4.0):
    p = F.softmax(logits / temperature, dim=0)
    print(f"temperature {temperature}: entropy {-(p * torch.log(p)).sum():.4f}")
    show(p)


def best_k(logits, k):
    threshold = torch.topk(logits, k).values[-1]
    return logits.masked_fill(logits < threshold, float("-inf"))


def nucleus(logits, mass):
    ordered, order = torch.sort(logits, descending=True)
    total = F.softmax(ordered, dim=0).cumsum(0)
    keep = total - F.softmax(ordered, dim=0) < mass
    kept = torch.full_like(logits, float("-inf"))
    kept[order[keep]] = logits[order[keep]]
    return kept


for k in (1, 2, 3):
    print(k, F.softmax(best_k(logits, k), dim=0))
for mass in (0.5, 0.8, 0.95):
    filtered = nucleus(logits, mass)
    print(mass, torch.isfinite(filtered).sum().item(), F.softmax(filtered, dim=0))


def draw(p, u):
    total = 0.0
    for letter, value in zip(letters, p.tolist()):
        total += value
        if u < total:
            return letter
    return letters[-1]


torch.manual_seed(10)
p = F.softmax(logits, dim=0)
text = "".join(draw(p, torch.rand(1).item()) for _ in range(40))
print(text)
counts = {c: text.count(c) for c in letters}
print(counts)
for c, v in zip(letters, p):
    print(f"{c}: expected {40 * v:.1f}, drawn {counts[c]}")
greedy = letters[logits.argmax()]
print("greedy:", greedy, "least likely:", letters[logits.argmin()])
cold = [draw(F.softmax(logits / 0.1, dim=0), u / 10) for u in range(10)]
print("".join(cold), set(cold) == {"e"})
