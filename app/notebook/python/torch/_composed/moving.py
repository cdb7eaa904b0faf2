# SPDX-License-Identifier: MIT
"""The derivative of what only moves elements: each gradient goes back to where its element came from."""
import torch


def moved(function, input):
    """The rule of function(input), which repeats, leaves out and moves elements, and fills with zeros."""
    shape, count = input.shape, input.numel()

    def rule(gradient):
        # Elements are numbered from 1, so that what was filled says 0.
        places = function(torch.arange(1, count + 1).view(shape)).reshape(-1)
        sums = torch.zeros(count + 1, dtype=gradient.dtype).scatter_add(0, places, gradient.reshape(-1))
        return sums[1:].view(shape)

    return rule
