# Layer normalization of a batch of sequences, with the mistake that returns only a shift.
import torch
import torch.nn as nn

torch.manual_seed(2024)
sentences, words, features = 4, 3, 8
activations = torch.randn(sentences, words, features)
print("a batch of", sentences, "sentences:", activations.shape)
print(activations)


class Forgetful(nn.Module):
    """Computes the normalized values, and then forgets them."""

    def __init__(self, over, epsilon=1e-5):
        super().__init__()
        self.axes = tuple(range(-len(over), 0))
        self.epsilon = epsilon
        self.gain = nn.Parameter(torch.ones(over))
        self.offset = nn.Parameter(torch.zeros(over))

    def statistics(self, x):
        center = x.mean(self.axes, keepdim=True)
        spread = (x - center).pow(2).mean(self.axes, keepdim=True)
        return center, torch.sqrt(spread + self.epsilon)

    def forward(self, x):
        center, deviation = self.statistics(x)
        normalized = (x - center) / deviation
        return self.gain * center + self.offset


class Remembering(Forgetful):
    def forward(self, x):
        center, deviation = self.statistics(x)
        print("centers, shape", tuple(center.shape), "\n", center)
        print("deviations, shape", tuple(deviation.shape), "\n", deviation)
        normalized = (x - center) / deviation
        return self.gain * normalized + self.offset


last = activations.shape[-1:]
wrong = Forgetful(last)
result = wrong(activations)
print(result.shape)
print(result[0])
for sentence in result:
    for word in sentence:
        assert bool((word == word[0]).all()), "a row should be constant"
print("every row holds one number:", result[:, :, 0])
right = Remembering(last)
result = right(activations)
print(result)
print("centered:", result.mean(dim=-1).abs().max() < 1e-6)
print("variances:", result.var(dim=-1, unbiased=False))
built_in = nn.LayerNorm(last)
print(torch.allclose(result, built_in(activations), atol=1e-6))
for number, variance in enumerate(activations.var(dim=-1, unbiased=False).flatten()):
    print(f"row {number:2d}: biased variance {variance:.4f}, one over its root {variance.rsqrt():.4f}")
two_axes = Remembering(activations.shape[-2:])
flat = two_axes(activations).flatten(1)
print(flat.shape, flat.mean(1).abs() < 1e-6, flat.std(1, unbiased=False))
print(two_axes.axes, two_axes.gain.shape, [tuple(p.shape) for p in two_axes.parameters()])
print(right)
