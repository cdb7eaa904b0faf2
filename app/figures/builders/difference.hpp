// SPDX-License-Identifier: MIT
// The figure `difference`: the differences between two variants of a result: their places, their
// histogram, and the largest one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::figures {

struct DifferenceData {
  std::span<const float> a{};  // both of `shape`
  std::span<const float> b{};
  tensor::Shape shape{};
  std::string a_name = "a";
  std::string b_name = "b";
  std::string title = "Difference";
  ElementOf element_of{};
  int decimals = kDecimals;
};

/// A heat map of a - b over all rows and columns, and the histogram of the differences; the largest
/// one is annotated in the map and stated in a note. Equal infinities, and NaN in both, count as no
/// difference; a note counts differences that are not finite.
/// shape   a and b of `shape`; the last dimension is columns, the others are rows
/// units   as the values
/// errors  InvalidArgument: a or b not of `shape`; TooLarge: no memory for the
///         differences
/// numeric differences in double, rounded once to float32 for the map
base::Expected<Figure> difference(const DifferenceData& data);

}  // namespace normscope::figures
