# Update rules on a bowl: plain steps, momentum, and steps of adapted length.
import math
import torch


def bowl(p):
    return 0.5 * (p[0] ** 2 + 10 * p[1] ** 2)


def slope(p):
    return torch.stack([p[0], 10 * p[1]])


def plain(rate):
    def update(p, g, state):
        return p - rate * g
    return update


def momentum(rate, keep=0.9):
    def update(p, g, state):
        state["v"] = keep * state.get("v", torch.zeros(2)) + g
        return p - rate * state["v"]
    return update


def adaptive(rate, b1=0.9, b2=0.999, eps=1e-8):
    def update(p, g, state):
        state["t"] = state.get("t", 0) + 1
        state["m"] = b1 * state.get("m", torch.zeros(2)) + (1 - b1) * g
        state["s"] = b2 * state.get("s", torch.zeros(2)) + (1 - b2) * g ** 2
        m = state["m"] / (1 - b1 ** state["t"])
        s = state["s"] / (1 - b2 ** state["t"])
        return p - rate * m / (s.sqrt() + eps)
    return update


def descend(update, steps=20):
    p, state, path = torch.tensor([4.0, 1.0]), {}, []
    for _ in range(steps):
        p = update(p, slope(p), state)
        path.append(bowl(p).item())
    return p, path


rules = {"plain 0.05": plain(0.05), "plain 0.21": plain(0.21), "momentum": momentum(0.05), "adaptive": adaptive(0.5)}
for name, rule in rules.items():
    p, path = descend(rule)
    print(f"{name:<11} end {p} {[f'{v:.3f}' for v in path[::5]]} {'diverges' if path[-1] > path[0] else 'falls'}")


def warm_up_then_cosine(step, warm=5, total=20, top=1.0):
    if step < warm:
        return top * (step + 1) / warm
    done = (step - warm) / (total - warm)
    return top * 0.5 * (1 + math.cos(math.pi * done))


for step in range(0, 21, 2):
    rate = warm_up_then_cosine(step)
    print(f"{step:2d} {rate:.4f} {'=' * int(40 * rate)}")


def clip(g, largest):
    size = g.norm()
    return g * (largest / size) if size > largest else g


for g in (torch.tensor([3.0, 4.0]), torch.tensor([0.3, 0.4])):
    print(g, clip(g, 1.0), clip(g, 1.0).norm())
best = min(((descend(plain(r / 100))[1][-1], r / 100) for r in range(1, 20, 3)), key=lambda t: t[0])
print(f"best rate {best[1]} with {best[0]:.5f}")
average = torch.zeros(2)
p = torch.tensor([4.0, 1.0])
for step in range(10):
    p = p - 0.1 * slope(p)
    average = 0.8 * average + 0.2 * p
print(p, average)
