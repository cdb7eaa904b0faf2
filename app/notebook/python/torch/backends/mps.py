# SPDX-License-Identifier: MIT
"""torch.backends.mps: there is no such device."""


def is_available():
    return False


def is_built():
    return False
