// SPDX-License-Identifier: MIT
// Both ways go through the share of the axis, which stays exact at its ends.
#include "app/figures/axis_map.hpp"

namespace normscope::figures {

double AxisMap::to_points(double value) const {
  return from + (value - low) / (high - low) * (to - from);
}

double AxisMap::to_data(double at) const {
  return low + (at - from) / (to - from) * (high - low);
}

}  // namespace normscope::figures
