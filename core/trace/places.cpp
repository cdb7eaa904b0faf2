// SPDX-License-Identifier: MIT
#include "core/trace/places.hpp"

namespace normscope::trace {

using Place = tensor::GroupLayout::Place;

Place place_in_group(const Program& program, int step, std::int64_t at) {
  if (program.step(step).per_group) return {at, 0};
  return program.groups.locate(at);
}

std::int64_t position_in_step(const Program& program, int step, Place place) {
  if (program.step(step).per_group) return place.group;
  return program.groups.base(place.group) + program.groups.offset(place.element);
}

std::int64_t operand_position(const Program& program, int step, int from, std::int64_t at) {
  const Step& of = program.step(step);
  const Spread& spread = from == of.a ? of.spread_a : of.spread_b;
  return spread ? spread->locate(at).group : at;
}

}  // namespace normscope::trace
