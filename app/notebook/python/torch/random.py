# SPDX-License-Identifier: MIT
"""torch.random: the state of the one stream of random numbers."""
import contextlib

import _torch

__all__ = ['default_generator', 'fork_rng', 'get_rng_state', 'initial_seed', 'manual_seed', 'seed',
           'set_rng_state']

default_generator = _torch.default_generator


def manual_seed(seed):
    """Starts the stream anew from a seed; gives its generator."""
    return default_generator.manual_seed(int(seed))


def seed():
    """Starts the stream anew from a seed that nobody chose; gives it."""
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()


def get_rng_state():
    return default_generator.get_state()


def set_rng_state(new_state):
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True):
    """What is drawn inside leaves the stream as it was."""
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
