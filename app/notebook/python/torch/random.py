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


# A seed that nobody chose; what the seed was; where the stream is.
seed = default_generator.seed
initial_seed = default_generator.initial_seed
get_rng_state = default_generator.get_state
set_rng_state = default_generator.set_state


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
