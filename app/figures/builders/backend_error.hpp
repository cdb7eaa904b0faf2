// SPDX-License-Identifier: MIT
// The figure `backend-error`: the errors of a device's result against the reference in double
// precision: their places, their histogram, and the largest one.
#pragma once

#include <span>
#include <string>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::figures {

struct BackendErrorData {
  std::span<const float> ulps{};  // the error of every value of the result
  tensor::Shape shape{};          // of the result
  std::string device = "device";
  std::string title = "Error of the result";
  ElementOf element_of{};
  int decimals = kDecimals;
};

/// A heat map of the errors over all rows and columns, and their histogram; the largest error is
/// annotated in the map and stated in a note. A note counts infinite errors, where only the result
/// or only the reference is NaN.
/// shape   one error for each element; the last dimension is columns, the others are rows
/// units   ULPs of max(1, |reference|)
/// errors  InvalidArgument: not one error for each element; as count_panel
base::Expected<Figure> backend_error(const BackendErrorData& data);

}  // namespace normscope::figures
