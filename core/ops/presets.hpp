// SPDX-License-Identifier: MIT
// The variants of layer normalization that people really write, as named rows of options, so that
// any two of them can be run side by side.
#pragma once

#include <span>
#include <string_view>

#include "core/ops/norm.hpp"

namespace normscope::ops {

struct Preset {
  std::string_view id;     // "V1" to "V10"
  std::string_view name;   // what it does, for a menu
  std::string_view where;  // where it occurs
  NormOptions options;
};

/// All presets, V1 first.
std::span<const Preset> presets();

/// The preset of this id; null when there is none.
const Preset* find_preset(std::string_view id);

}  // namespace normscope::ops
