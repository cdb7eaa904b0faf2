// SPDX-License-Identifier: MIT
// The names of steps as a person reads them. A name in English is the key by which sessions,
// lessons and plans know the step; derived steps are called after others ("gradient of layer 1
// weight").
#pragma once

#include <string>
#include <string_view>

namespace normscope::trace {

/// The name of a step in the chosen language; one that no table knows, such as a variable's, as it
/// is.
std::string step_name_in_words(std::string_view name);

}  // namespace normscope::trace
