# SPDX-License-Identifier: MIT
"""Images: their windows as columns and back, other sizes, channels as pixels."""
import math

import _torch
import torch
from torch._composed.moving import moved
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
    return _torch._made(columns if input.dim() == 4 else columns.squeeze(0), 'unfold', 'Im2ColBackward0', [input],
                        rule=moved(lambda places: im2col(places, kernel_size, dilation, padding, stride), input))


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
        return _torch._made(x, 'interpolate', f'UpsampleNearest{rank}DBackward1', [input],
                            rule=moved(lambda places: function(places, output_size, scale_factors), input))
    return function


upsample_nearest1d = _upsampled(1)
upsample_nearest2d = _upsampled(2)
upsample_nearest3d = _upsampled(3)


def _between(size, wanted, align_corners, factor):
    """The two neighbours of each new element, and their shares: places in double, shares in float32."""
    steps = torch.arange(wanted, dtype=torch.float64)
    if wanted == size:
        places = steps
    elif align_corners:
        step = torch.tensor(float(size - 1)) / (wanted - 1) if wanted > 1 else torch.tensor(0.0)
        places = steps * step.double()
    else:
        step = torch.tensor(float(size)) / wanted if factor is None else torch.tensor(1.0 / factor)
        places = (step.double() * (steps + 0.5) - 0.5).clamp(min=0)
    low = places.floor()
    share = (places - low).clamp(0, 1).float()
    low = low.long().clamp(max=size - 1)
    return low, (low + 1).clamp(max=size - 1), 1 - share, share


def _is_channels_last(x):
    """Whether the channels of a pixel lie one behind the other in memory."""
    if x.dim() != 4 or not x.permute(0, 2, 3, 1).is_contiguous():
        return False
    if x.shape[1] % 8:
        _torch._not_supported(f'bilinear interpolation of {x.shape[1]} channels that lie together',
                              "PyTorch's sums for them are known only of 8, 16, ... channels",
                              'use x.contiguous(), or for one channel x.repeat(1, 2, 1, 1) and [:, :1] of the result')
    return True


def _blended(first, first_share, second, second_share):
    """second * its share, and first * its share added before the rounding."""
    product = second * second_share
    return _torch._fused_sum(first, first_share.expand(first.shape), product)


def upsample_linear(input, sizes, factors, align_corners):
    """[N, C, D...] with other D: each new element lies between its neighbours, in PyTorch's order of sums."""
    x = input.detach()
    rank = x.dim() - 2
    if x.dtype != torch.float32:
        _torch._not_supported(f'linear interpolation of {x.dtype}', 'it has the digits of float32 only here',
                              'use x.float()')
    if sizes is None:
        sizes = [math.floor(size * factor) for size, factor in zip(x.shape[2:], factors)]
    each = [_between(size, wanted, align_corners, None if factors is None else factors[d])
            for d, (size, wanted) in enumerate(zip(x.shape[2:], sizes))]
    if _is_channels_last(x):
        x = _in_pixels(x, each)
    else:
        for d in reversed(range(rank)):
            low, high, low_share, high_share = each[d]
            shape = [-1] + [1] * (rank - 1 - d)
            x = _blended(x.index_select(d + 2, low), low_share.view(shape),
                         x.index_select(d + 2, high), high_share.view(shape))
    gradient = 'UpsampleLinear1DBackward1' if rank == 1 else 'UpsampleBilinear2DBackward1'
    return _torch._made(x, 'interpolate', gradient, [input])


def _in_pixels(x, each):
    """Of images whose channels lie together: the four products of a pixel, summed from the third on."""
    (top, bottom, top_share, bottom_share), (left, right, left_share, right_share) = each
    x = x.permute(0, 2, 3, 1)
    total = None
    for rows, columns, row_share, column_share in (
            (bottom, left, bottom_share, left_share), (bottom, right, bottom_share, right_share),
            (top, right, top_share, right_share), (top, left, top_share, left_share)):
        part = x.index_select(1, rows).index_select(2, columns)
        share = (row_share.view(-1, 1, 1) * column_share.view(-1, 1)).expand(part.shape)
        total = part * share if total is None else _torch._fused_sum(part, share, total)
    return total.permute(0, 3, 1, 2)


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
    return _torch._made(result, 'pixel_shuffle', 'PixelShuffleBackward0', [input],
                        rule=moved(lambda places: pixel_shuffle(places, upscale_factor), input))


def pixel_unshuffle(input, downscale_factor):
    _require_image('pixel_unshuffle', input)
    *batch, channels, height, width = input.shape
    r = downscale_factor
    x = input.detach().reshape(-1, channels, height // r, r, width // r, r).permute(0, 1, 3, 5, 2, 4)
    result = x.reshape(batch + [channels * r * r, height // r, width // r])
    return _torch._made(result, 'pixel_unshuffle', 'PixelUnshuffleBackward0', [input],
                        rule=moved(lambda places: pixel_unshuffle(places, downscale_factor), input))
