# SPDX-License-Identifier: MIT
"""A grammar of small programs: typed expressions, blocks of statements, and tensors."""
