# SPDX-License-Identifier: MIT
"""What parameters and values of distributions have to be, each as a test of a tensor."""
import torch


class Constraint:
    """A test with the name that messages give it."""

    event_dim = 0  # the last dimensions that are tested together

    def __init__(self, name, test, event_dim=0):
        self._name = name
        self._test = test
        self.event_dim = event_dim

    def check(self, value):
        """For each value whether it fits."""
        return self._test(value)

    def __repr__(self):
        return self._name


def interval(lower_bound, upper_bound):
    return Constraint(f'Interval(lower_bound={lower_bound}, upper_bound={upper_bound})',
                      lambda value: (lower_bound <= value) & (value <= upper_bound))


def integer_interval(lower_bound, upper_bound):
    return Constraint(f'IntegerInterval(lower_bound={lower_bound}, upper_bound={upper_bound})',
                      lambda value: (value % 1 == 0) & (lower_bound <= value) & (value <= upper_bound))


real = Constraint('Real()', lambda value: value == value)
real_vector = Constraint('IndependentConstraint(Real(), 1)', lambda value: (value == value).all(-1), 1)
nonnegative = Constraint('GreaterThanEq(lower_bound=0.0)', lambda value: value >= 0.0)
positive = Constraint('GreaterThan(lower_bound=0.0)', lambda value: value > 0.0)
boolean = Constraint('Boolean()', lambda value: (value == 0) | (value == 1))
unit_interval = interval(0.0, 1.0)
simplex = Constraint('Simplex()', lambda value: torch.all(value >= 0, -1) & ((value.sum(-1) - 1).abs() < 1e-6), 1)
