# SPDX-License-Identifier: MIT
# Stands in programs whose plan has sums of an order of its own.


def in_turn(values, dims, rounded, lanes=1, halves=False):
    """The sum over dims: number k goes to lane k modulo lanes, each addition is rounded."""
    rows = values.movedim(dims, tuple(range(-len(dims), 0))).flatten(-len(dims))
    sums = [rows.new_zeros(rows.shape[:-1])] * lanes
    for k in range(rows.shape[-1]):
        sums[k % lanes] = rounded(sums[k % lanes] + rows[..., k])
    while len(sums) > 1:
        pairs = len(sums) // 2 if halves else 1
        folded = zip(sums[:pairs], sums[pairs : 2 * pairs])
        sums[: 2 * pairs] = [rounded(a + b) for a, b in folded]
    return sums[0].reshape(values.sum(dims, keepdim=True).shape)
