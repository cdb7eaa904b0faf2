// SPDX-License-Identifier: MIT
// The figure `profile`: one group of an operation (a row, a channel) in every step, one panel a
// step over the same index, so that every number can be followed from panel to panel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most values that are shown as single points, which can be clicked.
inline constexpr std::int64_t kMostPoints = 60;

/// A statistic of the group, shown as a dashed level.
struct ProfileLevel {
  std::string name;
  double value = 0;
};

/// One step that has a value for every element of the group.
struct ProfileStep {
  std::string name;
  std::string formula{};       // LaTeX
  std::vector<double> values;  // in the order of the group
  std::vector<ProfileLevel> levels{};
};

struct ProfileData {
  std::vector<ProfileStep> steps{};          // all of one size
  std::span<const std::int64_t> elements{};  // of the batch, behind the values; may be empty
  std::string title = "Profile";
  int decimals = kDecimals;
};

/// Lines over the index in the group, one panel above the other. Levels are dashed, each in its own
/// way, and listed with
/// their values in the panel's heading; levels that would compress the line are only listed. Where
/// most values are far closer to 0 than the largest, the axis is symmetric-logarithmic, with a
/// note.
/// shape   every step [n], elements [n] or empty
/// errors  InvalidArgument: steps of unequal size
base::Expected<Figure> profile(const ProfileData& data);

/// The figure with one index of the group highlighted; `values` are the steps' values there, one
/// for each panel.
Figure with_profile_place(Figure figure, std::int64_t place, std::span<const double> values);

}  // namespace normscope::figures
