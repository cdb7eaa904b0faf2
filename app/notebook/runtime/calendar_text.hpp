// SPDX-License-Identifier: MIT
// The first part of the module datetime: days, durations, and how dates become text.
#pragma once

#include <string_view>

namespace normscope::notebook::runtime {

extern const std::string_view kCalendarText;

}  // namespace normscope::notebook::runtime
