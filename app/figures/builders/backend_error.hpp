// SPDX-License-Identifier: MIT
// The figure `backend-error`: how far a device's result is from the reference in double precision,
// number by number: where, how often, and how far at most.
#pragma once

#include <span>
#include <string>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::figures {

struct BackendErrorData {
  std::span<const float> ulps{};  // of every value of the result
  tensor::Shape shape{};          // of the result
  std::string device = "device";
  std::string title = "Error of the result";
  ElementOf element_of{};
};

/// A map of the errors over all rows and columns, and their histogram; the largest one with its
/// place in a note and in the map. Infinite ones, where just one of both is NaN, are counted.
/// shape   as many errors as the shape has elements: all leading dimensions are rows, the last is
///         columns
/// units   ULPs of max(1, |reference|)
/// errors  InvalidArgument: not as many errors as the shape has; as count_panel
base::Expected<Figure> backend_error(const BackendErrorData& data);

}  // namespace normscope::figures
