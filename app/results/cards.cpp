// SPDX-License-Identifier: MIT
#include "app/results/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/limits.hpp"

namespace normscope::results {

namespace {

// Elements that are looked at to scale the colours of a step too large to be looked at whole.
constexpr std::int64_t kSample = 4096;

double limit_of(const trace::Trace& trace, int step) {
  double limit = 0;
  const auto look_at = [&limit](float value) {
    const double magnitude = std::abs(static_cast<double>(value));
    if (std::isfinite(magnitude)) limit = std::max(limit, magnitude);
  };
  const std::int64_t size = tensor::product(trace.steps()[static_cast<std::size_t>(step)].shape);
  const std::int64_t stride = size <= base::kWholeStepElements ? 1 : size / kSample;
  const std::span<const float> kept = trace.kept(step);
  for (std::int64_t at = 0; at < size; at += stride) {
    look_at(kept.empty() ? trace.value(step, at) : kept[static_cast<std::size_t>(at)]);
  }
  return limit;
}

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] -= 'a' - 'A';
  return words;
}

// "variance + eps" as a part of an id: "variance-plus-eps".
std::string id_word(const std::string& name) {
  std::string word;
  for (const char c : name) {
    if (c == '+') {
      word += "plus";
    } else {
      word += c == ' ' ? '-' : c;
    }
  }
  return word;
}

}  // namespace

std::vector<Card> cards_of(const std::vector<Stage>& stages) {
  std::vector<Card> cards;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const bool operation = stage + 1 == stages.size();
    const auto& [name, trace] = stages[stage];
    for (std::size_t step = stage == 0 ? 0 : 1; step < trace.steps().size(); ++step) {
      const std::string& step_name = trace.steps()[step].name;
      Card card{stage, static_cast<int>(step), id_word(step_name), capitalized(step_name)};
      // A layer's steps carry its name; the last one is the layer.
      if (!operation && step > 0) {
        card.id = fmt::format("layer{}.{}", stage, card.id);
        card.title =
            step + 1 == trace.steps().size() ? name : fmt::format("{}: {}", name, step_name);
      }
      card.limit = limit_of(trace, card.step);
      cards.push_back(std::move(card));
    }
  }
  return cards;
}

}  // namespace normscope::results
