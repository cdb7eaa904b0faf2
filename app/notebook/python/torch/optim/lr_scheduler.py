# SPDX-License-Identifier: MIT
"""Learning rates that change from step to step. Each follows from the one before, in PyTorch's order."""
import math
import warnings
from bisect import bisect_right
from collections import Counter

from torch.optim.optimizer import Optimizer

__all__ = ['CosineAnnealingLR', 'ExponentialLR', 'LRScheduler', 'LambdaLR', 'LinearLR', 'MultiStepLR', 'StepLR']


class LRScheduler:
    """The base of all: get_lr() gives the rates of the groups at last_epoch."""

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault('initial_lr', group['lr'])
            elif 'initial_lr' not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{number}] when resuming an "
                               'optimizer')
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.verbose = verbose
        optimizer._step_count = 0
        self._step_count = 0
        self.step()

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def _now(self):
        return [group['lr'] for group in self.optimizer.param_groups]

    def step(self, epoch=None):
        counts = type(self.optimizer).step is Optimizer.step
        if self._step_count == 1 and counts and self.optimizer._step_count < 1:
            warnings.warn(
                'Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you '
                'should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure '
                'to do this will result in PyTorch skipping the first value of the learning rate schedule. See '
                'more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate',
                UserWarning)
        self._step_count += 1
        self._get_lr_called_within_step = True
        try:
            rates = self._rates(epoch)
        finally:
            self._get_lr_called_within_step = False
        for number, (group, rate) in enumerate(zip(self.optimizer.param_groups, rates)):
            group['lr'] = rate
        self._last_lr = self._now()

    def _rates(self, epoch):
        if epoch is None:
            self.last_epoch += 1
            return self.get_lr()
        self.last_epoch = epoch
        return getattr(self, '_get_closed_form_lr', self.get_lr)()

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != 'optimizer'}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler  # its old name


class LambdaLR(LRScheduler):
    """The first rate times a function of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        count = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        if len(self.lr_lambdas) != count:
            raise ValueError(f'Expected {count} lr_lambdas, but got {len(self.lr_lambdas)}')
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs)]


class StepLR(LRScheduler):
    """Times gamma after every step_size steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._now()
        return [rate * self.gamma for rate in self._now()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Times gamma at each of some steps."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch not in self.milestones:
            return self._now()
        return [rate * self.gamma ** self.milestones[self.last_epoch] for rate in self._now()]

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma ** passed for base in self.base_lrs]


class LinearLR(LRScheduler):
    """From a share of the rate to another, in equal steps."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=False):
        if not 0 < start_factor <= 1.0:
            raise ValueError('Starting multiplicative factor expected to be greater than 0 and less or equal to 1.')
        if not 0 <= end_factor <= 1.0:
            raise ValueError('Ending multiplicative factor expected to be between 0 and 1.')
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._now()]
        if self.last_epoch > self.total_iters:
            return self._now()
        grown = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * grown
        return [rate * (1.0 + grown / before) for rate in self._now()]


class ExponentialLR(LRScheduler):
    """Times gamma at every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return self._now() if self.last_epoch == 0 else [rate * self.gamma for rate in self._now()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """Down to eta_min along half a cosine, in T_max steps."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=False):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        least, epoch, half = self.eta_min, self.last_epoch, self.T_max
        if epoch == 0:
            return self._now()
        if self._step_count == 1 and epoch > 0:
            return [rate + (base - least) * (1 + math.cos(epoch * math.pi / half)) / 2
                    for base, rate in zip(self.base_lrs, self._now())]
        if (epoch - 1 - half) % (2 * half) == 0:
            return [rate + (base - least) * (1 - math.cos(math.pi / half)) / 2
                    for base, rate in zip(self.base_lrs, self._now())]
        now, before = (1 + math.cos(math.pi * e / half) for e in (epoch, epoch - 1))
        return [now / before * (rate - least) + least for rate in self._now()]

    def _get_closed_form_lr(self):
        share = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * share / 2 for base in self.base_lrs]


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.optim.lr_scheduler', name)
