// SPDX-License-Identifier: MIT
// A plan from its text, in tests.
#pragma once

#include <string_view>

#include "core/precision/plan.hpp"
#include "tests/support/support.hpp"

namespace normscope::precision {

inline Plan plan_of(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(parse_plan(text));
}

}  // namespace normscope::precision
