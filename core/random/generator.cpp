// SPDX-License-Identifier: MIT
// The random stream. distributions.cpp turns its bits into numbers.
#include "core/random/generator.hpp"

#include <cmath>
#include <numbers>

#include "core/text/translate.hpp"

namespace normscope::random {

Generator::Generator(std::uint64_t seed)
    : engine_(static_cast<std::uint32_t>(seed & 0xffffffffU)), state_{.seed = seed} {}

void Generator::manual_seed(std::uint64_t seed) {
  *this = Generator(seed);
}

GeneratorState Generator::state() const {
  return state_;
}

base::Expected<void> Generator::set_state(const GeneratorState& state) {
  if (state.position > kMaxPosition) {
    return base::fail(base::ErrorKind::kTooLarge,
                      tr("a place {position} draws into a random stream; {most} are the most",
                         arg("position", state.position), arg("most", kMaxPosition)));
  }
  if (state.cached_normal && !std::isfinite(*state.cached_normal)) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("the cached normal of a random stream must be finite"));
  }
  if (state.seed != state_.seed || state.position < state_.position) manual_seed(state.seed);
  engine_.discard(state.position - state_.position);
  state_ = state;
  return {};
}

std::uint32_t Generator::next_32() {
  ++state_.position;
  return engine_();
}

std::uint64_t Generator::next_64() {
  const std::uint64_t high = next_32();
  return (high << 32) | next_32();
}

double Generator::next_normal() {
  if (state_.cached_normal) {
    const double normal = *state_.cached_normal;
    state_.cached_normal.reset();
    return normal;
  }
  const auto uniform = [this] {
    return static_cast<double>(next_64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  };
  const double angle = 2.0 * std::numbers::pi * uniform();
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  state_.cached_normal = radius * std::sin(angle);
  return radius * std::cos(angle);
}

}  // namespace normscope::random
