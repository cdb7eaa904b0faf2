# SPDX-License-Identifier: MIT
"""torch.backends.openmp: whether there is OpenMP, as Debian's package has it."""


def is_available():
    return True
