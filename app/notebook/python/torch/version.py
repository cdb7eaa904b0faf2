# SPDX-License-Identifier: MIT
"""torch.version: what Debian 12's package of PyTorch 1.13.1 says of itself."""
__version__ = '1.13.0a0'
debug = False
cuda = None
hip = None
git_version = 'Unknown'
