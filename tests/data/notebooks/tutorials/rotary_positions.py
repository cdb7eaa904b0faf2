# Turning pairs of features by an angle that grows with the position.
import torch


def angles(length, width, base=10000.0):
    frequency = 1.0 / base ** (torch.arange(0, width, 2).float() / width)
    return torch.outer(torch.arange(length).float(), frequency)


def rotate(x):
    length, width = x.shape[-2:]
    theta = angles(length, width)
    cos, sin = theta.cos(), theta.sin()
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.empty_like(x)
    turned[..., 0::2] = even * cos - odd * sin
    turned[..., 1::2] = even * sin + odd * cos
    return turned


def rotate_halves(x):
    length, width = x.shape[-2:]
    theta = angles(length, width)
    theta = torch.cat([theta, theta], dim=-1)
    first, second = x.chunk(2, dim=-1)
    other = torch.cat([-second, first], dim=-1)
    return x * theta.cos() + other * theta.sin()


print(angles(4, 6))
x = torch.ones(4, 6)
print(rotate(x))
print(rotate_halves(x))
print("lengths stay:", rotate(x).norm(dim=-1), x.norm(dim=-1))
torch.manual_seed(70)
q, k = torch.randn(6), torch.randn(6)
queries, keys = rotate(q.expand(5, 6)), rotate(k.expand(5, 6))
scores = queries @ keys.T
print(scores)
for distance in range(-4, 5):
    diagonal = scores.diagonal(distance)
    print(f"{distance:+d} all equal: {torch.allclose(diagonal, diagonal[0].expand_as(diagonal), atol=1e-4)}")
pair = torch.tensor([[1.0, 0.0]]).expand(9, 2)
turned = rotate(pair)
for position, (a, b) in enumerate(turned.tolist()):
    print(f"{position} ({a:+.3f}, {b:+.3f})")


class Memory:
    """Keeps the tables of the lengths that were asked for."""

    def __init__(self, width):
        self.width, self.tables, self.made = width, {}, 0

    def __call__(self, length):
        if length not in self.tables:
            self.made += 1
            self.tables[length] = angles(length, self.width)
        return self.tables[length]


memory = Memory(4)
for length in (2, 3, 2, 2, 3):
    print(length, memory(length).shape)
print("made", memory.made, "kept", sorted(memory.tables))
batch = torch.arange(24.0).reshape(2, 3, 4)
print(rotate(batch))
print(torch.allclose(rotate(batch)[:, 0], batch[:, 0]), rotate(batch).shape == batch.shape)
inverse = rotate(batch)
theta = angles(3, 4)
even = inverse[..., 0::2] * theta.cos() + inverse[..., 1::2] * theta.sin()
print(torch.allclose(even, batch[..., 0::2], atol=1e-4))
