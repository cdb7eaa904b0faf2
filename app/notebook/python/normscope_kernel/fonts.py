# SPDX-License-Identifier: MIT
"""Matplotlib's list of fonts, which is made once for all kernels."""


def print_list():
    """Makes the list and prints it: its name, then the list."""
    import os

    import matplotlib
    from matplotlib.font_manager import FontManager

    name = f"fontlist-v{FontManager.__version__}.json"
    print(name)
    with open(os.path.join(matplotlib.get_cachedir(), name)) as file:
        print(file.read(), end="")
