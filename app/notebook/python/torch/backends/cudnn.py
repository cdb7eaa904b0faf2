# SPDX-License-Identifier: MIT
"""torch.backends.cudnn: its flags may be set, and change nothing."""
enabled = True
deterministic = False
benchmark = False
allow_tf32 = True


def is_available():
    return False


def version():
    return None
