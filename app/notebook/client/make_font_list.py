# SPDX-License-Identifier: MIT
"""The cell that makes matplotlib's list of fonts once for all kernels: prints its name, then the list."""
import os

import matplotlib
from matplotlib.font_manager import FontManager

name = f"fontlist-v{FontManager.__version__}.json"
print(name)
with open(os.path.join(matplotlib.get_cachedir(), name)) as file:
    print(file.read(), end="")
