# SPDX-License-Identifier: MIT
"""torch.backends.mkl: Debian's package is built without it."""


def is_available():
    return False
