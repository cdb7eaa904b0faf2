// SPDX-License-Identifier: MIT
// Inputs for the property tests. Values are small multiples of 2^-10, so that shifting, scaling by
// powers of two and summing in double are exact: then only the roundings of the operation itself
// count for the bounds.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "core/compute/compute.hpp"

namespace normscope::property {

/// The step of the grid.
inline constexpr float kStep = 0x1p-10F;

/// A value of the grid in (-limit, limit).
rc::Gen<float> on_grid(int limit);

/// Values of the grid in (-4, 4).
rc::Gen<std::vector<float>> row(std::size_t size);

/// A tensor of such values.
rc::Gen<tensor::Tensor> filled(const tensor::Shape& shape);

/// A matrix of 1 to 5 rows and 2 to 40 columns.
rc::Gen<tensor::Tensor> matrix();

/// A batch [N, C, L] of few samples, channels and positions.
rc::Gen<tensor::Tensor> batch();

/// An operation on the cpu backend.
tensor::Tensor run(const compute::Operation& operation, const tensor::Tensor& x,
                   const tensor::Tensor* gamma = nullptr, const tensor::Tensor* beta = nullptr);

/// Whether two results have the same bits throughout, the sign of zero included.
bool same_bits(const tensor::Tensor& a, const tensor::Tensor& b);

/// The largest difference of two results, in ULPs of max(1, |value|).
double largest_difference(const tensor::Tensor& a, const tensor::Tensor& b);

/// Two results of one true value, each computed in double (whose errors are below a hundredth of
/// this) and rounded to float32 once, half an ULP each.
inline constexpr double kRoundedOnceEach = 1.01;

/// Two results of one true value by float32 vectors: each is within its kernel's bound, 3 ULP for a
/// normalization (kernels::write_group), 1.25 for softmax and 1.5 for its logarithm.
inline constexpr double kNormsByVectors = 2 * 3.0;
inline constexpr double kSoftmaxesByVectors = 2 * 1.5;

}  // namespace normscope::property
