# SPDX-License-Identifier: MIT
"""The kernel in a Python of one's own: it speaks the protocol of app/notebook/protocol/messages.hpp.

Python 3.9 and newer, with PyTorch 1.13 and newer, or without. start.py begins it.
"""
