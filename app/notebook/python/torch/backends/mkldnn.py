# SPDX-License-Identifier: MIT
"""torch.backends.mkldnn: whether there is oneDNN, as Debian's package has it."""


def is_available():
    return True
