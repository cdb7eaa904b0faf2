# SPDX-License-Identifier: MIT
"""torch.backends.cuda: its flags may be set, and change nothing."""


class matmul:
    """Flags of matrix products on such a device."""

    allow_tf32 = False


def is_built():
    return False
