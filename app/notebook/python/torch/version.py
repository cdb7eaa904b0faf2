# SPDX-License-Identifier: MIT
"""torch.version: what Debian 13's package of PyTorch 2.6.0 says of itself."""
__version__ = '2.6.0+debian'
debug = False
cuda = None
hip = None
xpu = None
git_version = 'Unknown'
