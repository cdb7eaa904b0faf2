# SPDX-License-Identifier: MIT
"""Cosine and sine as complex numbers take them: with other last bits than torch.cos and torch.sin."""
import math

import _torch

# glibc's sinf and cosf: a polynomial in double within an eighth of the circle. The first part of half
# pi has 33 bits, so that its multiples are exact.
_HALF_PI = 1.5707963267341256, 6.077100506506192e-11
_SINE = -0.16666654943701084, 0.008332178146138854, -0.00019517298981385725
_COSINE = -0.49999999725108224, 0.041666623324344516, -0.001388676379437604, 2.4390450703564542e-05


def _turned(turns, cosine, sine):
    """Of an angle so many quarters of a circle further on."""
    quarter = turns.long() % 4
    odd = quarter % 2 == 1
    at_sine, at_cosine = _torch.where(odd, cosine, sine), _torch.where(odd, sine, cosine)
    return (_torch.where((quarter == 1) | (quarter == 2), -at_cosine, at_cosine).float(),
            _torch.where(quarter >= 2, -at_sine, at_sine).float())


def cosine_and_sine(angle):
    """Of float32 as the C library rounds them, which is not how torch.cos and torch.sin do."""
    if angle.dtype != _torch.float32:
        return angle.cos(), angle.sin()
    x = angle.double()
    turns = (x / _HALF_PI[0]).round()
    x = (x - turns * _HALF_PI[0]) - turns * _HALF_PI[1]
    x2 = x * x
    sine = x + x * x2 * _SINE[0] + x * x2 * x2 * (_SINE[1] + x2 * _SINE[2])
    x4 = x2 * x2
    cosine = 1 + x2 * _COSINE[0] + x4 * _COSINE[1] + x4 * x2 * (_COSINE[2] + x2 * _COSINE[3])
    return _turned(turns, cosine, sine)


# Sleef's sincosf, which rounds otherwise than its sinf and cosf.
_VECTOR_SINE = -0.00019516928296070546, 0.008332157507538795, -0.16666653752326965
_VECTOR_COSINE = (-2.718118423672422e-07, 2.479904469510075e-05, -0.001388887874782085, 0.04166666418313980,
                  -0.5)


def cosine_and_sine_of_vectors(angle):
    """Cosine and sine as complex numbers take them in vectors: polynomials in float32 of a double rest."""
    if angle.dtype != _torch.float32:
        return angle.cos(), angle.sin()
    turns = (angle * (2 / math.pi)).round().double()
    rest = angle.double() - turns * (math.pi / 2)
    square = (rest * rest).float()

    def polynomial(factors):
        value = _torch.full_like(square, factors[0])
        for factor in factors[1:]:
            value = _torch._fused_sum(value, square, _torch.full_like(square, factor))
        return value

    sine = (rest + (polynomial(_VECTOR_SINE) * (square * rest.float())).double()).float()
    cosine = (1 + square.double() * polynomial(_VECTOR_COSINE).double()).float()
    return _turned(turns, cosine, sine)
