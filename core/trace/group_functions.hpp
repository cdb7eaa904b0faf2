// SPDX-License-Identifier: MIT
// The functions of the statistics: of all groups of a view at once with PyTorch's bits, of one
// contiguous row, and of one group in double.
#pragma once

#include <cstdint>
#include <span>

#include "core/torch_arithmetic/view.hpp"

namespace normscope::trace::function {

tensor::Tensor sum_over(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                        double c, std::int64_t size);
tensor::Tensor maximum(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                       double c, std::int64_t size);
tensor::Tensor minimum(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                       double c, std::int64_t size);
tensor::Tensor variance(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                        double c, std::int64_t size);
tensor::Tensor online_sum(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                          double c, std::int64_t size);
tensor::Tensor threshold(const torch_arithmetic::View& values, torch_arithmetic::Dimensions dims,
                         double c, std::int64_t size);

float row_sum_over(std::span<const float> row, double c);
float row_maximum(std::span<const float> row, double c);
float row_minimum(std::span<const float> row, double c);
float row_variance(std::span<const float> row, double c);
float row_online_sum(std::span<const float> row, double c);
float row_threshold(std::span<const float> row, double c);

double double_sum_over(std::span<const double> group, double c);
double double_maximum(std::span<const double> group, double c);
double double_minimum(std::span<const double> group, double c);
double double_variance(std::span<const double> group, double c);
double double_online_sum(std::span<const double> group, double c);
double double_threshold(std::span<const double> group, double c);

}  // namespace normscope::trace::function
