// SPDX-License-Identifier: MIT
#include "core/trace/places.hpp"

#include <cstddef>

namespace normscope::trace {

using Place = tensor::GroupLayout::Place;

bool per_group(const TraceParts& parts, int step) {
  const Step& target = parts.steps[static_cast<std::size_t>(step)];
  if (reduces(target.primitive)) return true;
  if (target.primitive == Primitive::kGiven) return target.shape != parts.steps.front().shape;
  switch (target.primitive) {
    case Primitive::kRepeat:  // these have elements of their own, whatever their operand has
    case Primitive::kMatrixProduct:
    case Primitive::kMultiplyByGamma:
    case Primitive::kAddBeta:
      return false;
    default:
      break;
  }
  const auto operand = [&](int from) { return from < 0 || per_group(parts, from); };
  return target.a >= 0 && operand(target.a) && operand(target.b);
}

Place place_in_group(const TraceParts& parts, int step, std::int64_t at) {
  if (per_group(parts, step)) return {at, 0};
  return parts.groups.locate(at);
}

std::int64_t position_in_step(const TraceParts& parts, int step, Place place) {
  if (per_group(parts, step)) return place.group;
  return parts.groups.base(place.group) + parts.groups.offset(place.element);
}

}  // namespace normscope::trace
