// SPDX-License-Identifier: MIT
// The figure `profile`: one group of an operation (a row, a channel) on its way through the steps,
// one panel a step over the same index, so that a change of every number can be followed downward.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Values up to which each one is a point of its own, which can be clicked.
inline constexpr std::int64_t kMostPoints = 60;

/// A statistic of the group, shown as a level.
struct ProfileLevel {
  std::string name;
  double value = 0;
};

/// One step that has a value for every element of the group.
struct ProfileStep {
  std::string name;
  std::string formula{};       // LaTeX
  std::vector<double> values;  // of the group, in its order
  std::vector<ProfileLevel> levels{};
};

struct ProfileData {
  std::vector<ProfileStep> steps{};          // of one size each
  std::span<const std::int64_t> elements{};  // of the batch, which the values are; may be empty
  std::string title = "Profile";
};

/// Lines over the index in the group, one above the other. Levels are dashed, and named with their
/// value beside the panel's title; those that would squeeze the line are named only. Where most
/// values are far closer to 0 than the largest, the axis is symmetric-logarithmic, and a note says
/// so.
/// shape   every step [n], elements [n] or empty
/// errors  InvalidArgument: steps of unequal size
base::Expected<Figure> profile(const ProfileData& data);

/// The same figure with one place of the group lit up, where the steps have these values (one a
/// panel).
Figure with_profile_place(Figure figure, std::int64_t place, std::span<const double> values);

}  // namespace normscope::figures
