// SPDX-License-Identifier: MIT
// The way between the data of an axis and the page.
#pragma once

namespace normscope::figures {

/// A linear way from the data of an axis to points, and back.
struct AxisMap {
  double low = 0;  // data
  double high = 1;
  double from = 0;  // points
  double to = 1;

  double to_points(double value) const;
  double to_data(double at) const;
  bool operator==(const AxisMap&) const = default;
};

}  // namespace normscope::figures
