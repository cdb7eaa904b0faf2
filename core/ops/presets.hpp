// SPDX-License-Identifier: MIT
// The variants of layer normalization found in practice, as named options, so that any two can be
// compared.
#pragma once

#include <span>
#include <string_view>

#include "core/ops/norm.hpp"

namespace normscope::ops {

struct Preset {
  std::string_view id;     // "V1" to "V10"
  std::string_view name;   // a description, for a menu
  std::string_view where;  // the code or text that uses this variant
  NormOptions options;
};

/// All presets, V1 first.
std::span<const Preset> presets();

/// The preset of this id; null when there is none.
const Preset* find_preset(std::string_view id);

}  // namespace normscope::ops
