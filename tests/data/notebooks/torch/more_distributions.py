# Counts of draws, waiting times, and noise on logits.
import torch
from torch.distributions import Exponential, Gumbel, Laplace, Multinomial
from torch.distributions import multinomial

torch.manual_seed(1)
fair = torch.tensor([0.5, 0.5])
print(Multinomial(100, fair).sample(), Multinomial(100, fair).sample() / 100)
counts = multinomial.Multinomial(1, fair).sample((1000,))
estimates = counts.cumsum(dim=0) / counts.cumsum(dim=0).sum(dim=1, keepdims=True)
print(estimates.shape, estimates[[0, 9, 99, 999]])
dice = Multinomial(12, logits=torch.tensor([[0., 1, 2], [0., 0, 0]]))
print(dice, dice.batch_shape, dice.event_shape, dice.probs, dice.mean, dice.variance)
print(dice.sample(), dice.sample((2,)).sum(-1))
print(dice.log_prob(torch.tensor([2., 3, 7])), Multinomial(3, torch.tensor([1., 0])).log_prob(torch.tensor([3., 0])))
for made in (Exponential(2.0), Exponential(torch.tensor([0.5, 3.0])), Laplace(0.0, 1.0),
             Laplace(torch.tensor([1.0, -1]), torch.tensor([2.0, 0.5])), Gumbel(0.0, 1.0),
             Gumbel(torch.zeros(2), torch.tensor([1.0, 2.0]))):
    print(made, made.mean, made.mode, made.stddev, made.variance, made.entropy())
    print('   ', made.sample(), made.sample((2,)), made.log_prob(torch.tensor(0.7)))
print(Exponential(2.0).cdf(torch.tensor(0.3)), Exponential(2.0).icdf(torch.tensor(0.3)))
print(Laplace(0.0, 1.0).cdf(torch.tensor([-1., 0, 2])), Laplace(0.0, 1.0).icdf(torch.tensor([0.1, 0.9])))
logits = torch.tensor([1.0, 0.0, -1.0])
winners = (logits + Gumbel(0, 1).sample((2000, 3))).argmax(-1)
print(torch.bincount(winners) / 2000, logits.softmax(0))
for wrong in (lambda: Exponential(-1.0), lambda: Exponential(1.0).log_prob(torch.tensor(-1.)),
              lambda: Multinomial(2, fair).log_prob(torch.tensor([3., 0])), lambda: Multinomial(2.5, fair)):
    try:
        wrong()
    except (ValueError, NotImplementedError) as e:
        print(type(e).__name__, e)
