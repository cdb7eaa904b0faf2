# Counting pairs of letters, and their probabilities as rows of a matrix.
import torch
import torch.nn.functional as F

names = ["anna", "nina", "hanna", "dana", "nadia", "ada"]
alphabet = ["."] + sorted(set("".join(names)))
to_id = {c: i for i, c in enumerate(alphabet)}
print(alphabet, len(alphabet))
counts = torch.zeros(len(alphabet), len(alphabet), dtype=torch.int64)
for name in names:
    letters = ["."] + list(name) + ["."]
    for a, b in zip(letters, letters[1:]):
        counts[to_id[a], to_id[b]] += 1
print(counts)
print(counts.sum(), counts.sum(1), counts.sum(dim=0))
smoothed = (counts + 1).float()
p = smoothed / smoothed.sum(dim=1, keepdim=True)
print(p)
print(p.sum(1))
wrong = smoothed / smoothed.sum(dim=1)
print("without keepdim:", wrong.sum(1))
for i, c in enumerate(alphabet):
    best = p[i].argmax().item()
    print(f"after {c!r} comes {alphabet[best]!r} with {p[i, best]:.3f}")


def log_likelihood(name):
    total, n = 0.0, 0
    letters = ["."] + list(name) + ["."]
    for a, b in zip(letters, letters[1:]):
        total += torch.log(p[to_id[a], to_id[b]])
        n += 1
    return total, n


total, n = 0.0, 0
for name in names + ["nida", "aaa"]:
    ll, k = log_likelihood(name)
    print(f"{name:<6} {ll:.4f} {-ll / k:.4f}")
    total, n = total + ll, n + k
print(f"mean negative log-likelihood {-total / n:.4f}")


def generate(rank, longest=8):
    out, current = "", 0
    while len(out) < longest:
        current = p[current].topk(rank).indices[-1].item()
        if current == 0:
            break
        out += alphabet[current]
    return out


print([generate(r) for r in (1, 2, 3)])
one_hot = F.one_hot(torch.tensor([to_id[c] for c in "ana"]), num_classes=len(alphabet)).float()
print(one_hot)
print(torch.equal(one_hot @ p, p[[to_id[c] for c in "ana"]]))
logits = smoothed.log()
print(torch.allclose(F.softmax(logits, dim=1), p))
entropies = -(p * p.log()).sum(dim=1)
for letter, entropy in zip(alphabet, entropies):
    print(letter, f"{entropy:.4f} nats, {entropy / torch.log(torch.tensor(2.0)):.4f} bits")
