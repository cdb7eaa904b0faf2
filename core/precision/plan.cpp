// SPDX-License-Identifier: MIT
#include "core/precision/plan.hpp"

#include <algorithm>

namespace normscope::precision {

const formats::Format& Plan::format_of(const trace::Program& program, int at) const {
  const trace::Step& target = program.step(at);
  const auto own = std::ranges::find(roles, target.role, &OfRole::role);
  if (own != roles.end() && target.role != trace::Role::kNone) {
    return formats::format_of(own->format);
  }
  // A constant is no array, but a number of the options.
  if (target.primitive == trace::Primitive::kConstant) {
    return formats::format_of(
        constants.value_or(needs_doubles() ? FormatId::kFloat64 : FormatId::kFloat32));
  }
  if (target.is_leaf() || at + 1 == program.size()) return formats::format_of(storage);
  return formats::format_of(target.per_group ? statistics.value_or(step) : step);
}

bool Plan::needs_doubles() const {
  if (rounding.mode != formats::RoundingMode::kNearestEven) return true;
  constexpr auto kWide = FormatId::kFloat64;
  return storage == kWide || step == kWide || statistics == kWide || sum == kWide ||
         constants == kWide || std::ranges::find(roles, kWide, &OfRole::format) != roles.end();
}

formats::Summation Plan::summation(int at) const {
  return {.format = sum,
          .order = order,
          .lanes = lanes,
          .fold = fold,
          .rounding = rounding,
          .stream = static_cast<std::uint64_t>(at)};
}

}  // namespace normscope::precision
