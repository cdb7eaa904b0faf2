# SPDX-License-Identifier: MIT
"""Images: their windows as columns and back, other sizes, channels as pixels."""
import math

import _torch
import torch
from torch._composed.pooling import padded, several, windows


def im2col(input, kernel_size, dilation, padding, stride):
    if 0 < input.dim() < 3:
        rank = input.dim()
        raise IndexError(f'Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got '
                         f'{rank})')
    if input.dim() not in (3, 4):
        raise RuntimeError('Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other '
                           f'non-zero dimensions for input, but got: {list(input.shape)}')
    sizes, dilation = several(kernel_size, 2), several(dilation, 2)
    steps, padding = several(stride, 2), several(padding, 2)
    x = input.detach() if input.dim() == 4 else input.detach().unsqueeze(0)
    x = windows(padded(x, padding, 0.0), sizes, steps, dilation)
    columns = x.permute(0, 1, 4, 5, 2, 3).reshape(x.shape[0], x.shape[1] * math.prod(sizes), -1)
    return _torch._made(columns if input.dim() == 4 else columns.squeeze(0), 'unfold', 'Im2ColBackward0',
                        [input])


def col2im(input, output_size, kernel_size, dilation, padding, stride):
    height, width = several(output_size, 2)
    (rows, columns), (down, right) = several(kernel_size, 2), several(dilation, 2)
    (step_down, step_right), (top, left) = several(stride, 2), several(padding, 2)
    if input.dim() not in (2, 3):
        raise RuntimeError('Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and '
                           f'non-zero dimensions for input, but got: {list(input.shape)}')
    x = input.detach() if input.dim() == 3 else input.detach().unsqueeze(0)
    if x.shape[1] % (rows * columns) != 0:
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
            f'input.size(1)={x.shape[1]} and kernel_size=({rows}, {columns}).')
    across = (width + 2 * left - right * (columns - 1) - 1) // step_right + 1
    along = (height + 2 * top - down * (rows - 1) - 1) // step_down + 1
    if across * along != x.shape[-1]:
        raise RuntimeError(
            f'Given output_size=({height}, {width}), kernel_size=({rows}, {columns}), '
            f'dilation=({down}, {right}), padding=({top}, {left}), stride=({step_down}, {step_right}), '
            "expected size of input's dimension 2 to match the calculated number of sliding blocks "
            f'{along} * {across} = {along * across}, but got input.size(2)={x.shape[-1]}.')
    x = x.reshape(x.shape[0], -1, rows, columns, along, across)
    result = torch.zeros(x.shape[0], x.shape[1], height + 2 * top, width + 2 * left, dtype=x.dtype)
    for i in range(rows):
        for j in range(columns):
            down_to = i * down + step_down * (along - 1) + 1
            right_to = j * right + step_right * (across - 1) + 1
            result[:, :, i * down:down_to:step_down, j * right:right_to:step_right] += x[:, :, i, j]
    result = result[:, :, top:top + height, left:left + width].contiguous()
    return _torch._made(result if input.dim() == 3 else result.squeeze(0), 'fold', 'Col2ImBackward0',
                        [input])


def _upsampled(rank):
    """The function that takes the nearest element, for images of so many dimensions."""
    def function(input, output_size, scale_factors):
        x = input.detach()
        for d in range(rank):
            whole = x.shape[d + 2]
            if output_size is not None:
                wanted = several(output_size, rank)[d]
                scale = whole / wanted
            else:
                wanted = math.floor(whole * scale_factors[d])
                scale = 1.0 / scale_factors[d]
            places = [min(math.floor(i * scale), whole - 1) for i in range(wanted)]
            x = x.index_select(d + 2, torch.tensor(places))
        return _torch._made(x, 'interpolate', f'UpsampleNearest{rank}DBackward1', [input])
    return function


upsample_nearest1d = _upsampled(1)
upsample_nearest2d = _upsampled(2)
upsample_nearest3d = _upsampled(3)


def _require_image(name, input):
    if input.dim() < 3:
        raise RuntimeError(f'{name} expects input to have at least 3 dimensions, but got input with '
                           f'{input.dim()} dimension(s)')


def pixel_shuffle(input, upscale_factor):
    _require_image('pixel_shuffle', input)
    *batch, channels, height, width = input.shape
    r = upscale_factor
    if channels % (r * r) != 0:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
            f'upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}')
    x = input.detach().reshape(-1, channels // (r * r), r, r, height, width).permute(0, 1, 4, 2, 5, 3)
    result = x.reshape(batch + [channels // (r * r), height * r, width * r])
    return _torch._made(result, 'pixel_shuffle', 'PixelShuffleBackward0', [input])


def pixel_unshuffle(input, downscale_factor):
    _require_image('pixel_unshuffle', input)
    *batch, channels, height, width = input.shape
    r = downscale_factor
    x = input.detach().reshape(-1, channels, height // r, r, width // r, r).permute(0, 1, 3, 5, 2, 4)
    result = x.reshape(batch + [channels * r * r, height // r, width // r])
    return _torch._made(result, 'pixel_unshuffle', 'PixelUnshuffleBackward0', [input])
