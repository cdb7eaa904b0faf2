// SPDX-License-Identifier: MIT
#include "core/trace/shift.hpp"

#include <cstddef>

namespace normscope::trace {

std::vector<bool> steps_without_shift(const Program& program) {
  std::vector<Effect> effects{{Follows::kAdding, 1}};
  std::vector<bool> without{false};
  for (int at = 1; at < program.size(); ++at) {
    const Step& step = program.step(at);
    const auto effect_on = [&](int operand) {
      return operand < 0 ? Effect{} : effects[static_cast<std::size_t>(operand)];
    };
    const EffectsOf of{program, step, effect_on(step.a), effect_on(step.b)};
    auto* const rule = row_of(step.primitive).shift;
    Effect effect{Follows::kOtherwise, 1};
    if (of.a.follows == Follows::kNot && of.b.follows == Follows::kNot) {
      effect = {};
    } else if (rule != nullptr) {
      effect = rule(of);
    }
    effects.push_back(effect);
    without.push_back(effect.follows == Follows::kNot);
  }
  return without;
}

}  // namespace normscope::trace
