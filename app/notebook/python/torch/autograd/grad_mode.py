# SPDX-License-Identifier: MIT
"""Modes of recording gradients: each for `with`, and to decorate a function.

A tensor says which function goes back from it, and whether it requires a gradient; these modes decide that.
"""
import functools

import _torch

__all__ = ['enable_grad', 'inference_mode', 'no_grad', 'set_grad_enabled']

_GENERATOR = 0x20  # CO_GENERATOR of inspect, which takes long to import


class _Mode:
    """Sets recording to `mode` while entered."""

    mode = False

    def __enter__(self):
        self.prev = _torch.is_grad_enabled()
        _torch._set_grad_enabled(self.mode)

    def __exit__(self, error_type, error, traceback):
        _torch._set_grad_enabled(self.prev)

    def __call__(self, function):
        code = getattr(function, '__code__', None)
        if code is not None and code.co_flags & _GENERATOR:
            return self._wrapped_generator(function)

        @functools.wraps(function)
        def run(*arguments, **options):
            with self.clone():
                return function(*arguments, **options)

        return run

    def clone(self):
        """The same mode, not entered."""
        return type(self)()

    def _wrapped_generator(self, function):
        """A generator in the mode while it runs, and out of it while it waits."""
        @functools.wraps(function)
        def run(*arguments, **options):
            steps = function(*arguments, **options)
            answer = None
            while True:
                try:
                    with self.clone():
                        given = steps.send(answer)
                except StopIteration as done:
                    return done.value
                answer = yield given

        return run


class no_grad(_Mode):
    """Nothing is recorded for gradients."""

    def __init__(self):
        self.prev = False


class enable_grad(_Mode):
    """Recording is on again, inside no_grad."""

    mode = True


class inference_mode(_Mode):
    """As no_grad; with mode=False it changes nothing but what an outer one set."""

    def __init__(self, mode=True):
        self.mode = not mode

    def clone(self):
        return type(self)(not self.mode)


class set_grad_enabled(_Mode):
    """Sets recording at once; leaving `with` sets it back."""

    def __init__(self, mode):
        self.prev = _torch.is_grad_enabled()
        _torch._set_grad_enabled(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def clone(self):
        return type(self)(self.mode)
