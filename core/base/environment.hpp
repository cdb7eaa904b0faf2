// SPDX-License-Identifier: MIT
// The environment variables that the program reads, in one table. They are read here and nowhere
// else (a test of tests/house looks), so this file says all that the surroundings can change.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace normscope::base {

enum class Variable {
  kUiMap,
  kTheme,
  kScale,
  kShaderDir,
  kConfigHome,
  kHome,
  kRuntimeDir,
  kWaylandDisplay,
};

struct VariableInfo {
  Variable variable;
  const char* name;
  std::string_view meaning;
};

/// Every variable that is read, in the order of the enumeration.
std::span<const VariableInfo> environment_variables();

/// The value of a variable; none where the variable is not set or empty. Safe from any thread:
/// nothing in the program changes the environment.
std::optional<std::string> environment(Variable variable);

}  // namespace normscope::base
