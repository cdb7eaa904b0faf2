// SPDX-License-Identifier: MIT
#include "core/trace/gradient/with_forward.hpp"

#include <cstddef>
#include <utility>

namespace normscope::trace {

Gradient with_forward(const Program& forward, const Gradient& backward) {
  Gradient result;
  result.program = forward;
  result.leaves = backward.leaves;
  std::vector<int> places(backward.program.steps.size(), -1);
  const auto place_of = [&](int at) { return at < 0 ? -1 : places[static_cast<std::size_t>(at)]; };
  for (int at = 0; at < forward.size(); ++at) {
    result.forward.push_back(at);
    const int kept = backward.forward[static_cast<std::size_t>(at)];
    if (kept >= 0) places[static_cast<std::size_t>(kept)] = at;
  }
  for (int at = 0; at < backward.program.size(); ++at) {
    if (place_of(at) >= 0) continue;
    Step step = backward.program.step(at);
    step.a = place_of(step.a);
    step.b = place_of(step.b);
    places[static_cast<std::size_t>(at)] = result.program.size();
    result.program.steps.push_back(std::move(step));
  }
  result.upstream = place_of(backward.upstream);
  for (const int at : backward.gradient) result.gradient.push_back(place_of(at));
  return result;
}

}  // namespace normscope::trace
