# SPDX-License-Identifier: MIT
"""What the kernel has in Python; C++ calls it (app/notebook/notebook_kernel)."""
