// SPDX-License-Identifier: MIT
// The figure `difference`: what separates two variants of one result, number by number: where, how
// often, and how far at most.
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
  std::span<const float> a{};  // both of this shape
  std::span<const float> b{};
  tensor::Shape shape{};
  std::string a_name = "a";
  std::string b_name = "b";
  std::string title = "Difference";
  ElementOf element_of{};
};

/// A map of a - b over all rows and columns, and the histogram of the differences; the largest one
/// with its place, named in a note and in the map. Values that are the same infinity, and NaN in
/// both, do not differ; what differs by no finite number is counted in a note.
/// shape   a and b of `shape`: all leading dimensions are rows, the last is columns
/// units   as the values
/// errors  InvalidArgument: not as many values as the shape has; TooLarge: no memory for the
///         differences
/// numeric differences in double, rounded once to float32 for the map
base::Expected<Figure> difference(const DifferenceData& data);

}  // namespace normscope::figures
