// SPDX-License-Identifier: MIT
#include "app/results/sheet/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"
#include "core/trace/values.hpp"

namespace normscope::results {

namespace {

// Elements sampled to scale the colours of a wide step.
constexpr std::int64_t kSample = 4096;

// Above this many columns the colours end where 1 % of the numbers lie beyond, so that one outlier
// does not whiten a map. Fewer columns are few numbers, and all of them count.
constexpr std::int64_t kRobustColumns = 12;
constexpr double kRobustShare = 0.99;

// Runs of neighbouring values of which a sample of a large batch consists, and values of a run: so
// few that the statistics of their groups are soon computed, and their pages soon read.
constexpr std::int64_t kRuns = 16;
constexpr std::int64_t kRun = 64;

// Some values of a step of `size` values, of a trace that computes statistics when they are asked
// for.
std::vector<float> values_of_few_groups(const trace::Trace& trace, int step, std::int64_t size) {
  const std::int64_t length = trace.program().step(step).per_group ? 1 : std::min(kRun, size);
  std::vector<float> values(static_cast<std::size_t>(kRuns * length));
  trace::StepReader reader(trace.parts(), step, length);
  for (std::int64_t run = 0; run < kRuns; ++run) {
    const auto places = std::span(values).subspan(static_cast<std::size_t>(run * length),
                                                  static_cast<std::size_t>(length));
    reader.write(run * (size - length) / (kRuns - 1), places);
  }
  return values;
}

Magnitudes magnitudes_of(const trace::Trace& trace, int step) {
  const tensor::Shape& shape = trace.steps()[static_cast<std::size_t>(step)].shape;
  const std::int64_t size = tensor::product(shape);
  const bool robust = !shape.empty() && shape.back() > kRobustColumns;
  const bool all = size <= (robust ? kSample : base::kWholeStepElements);
  const std::int64_t stride = all ? 1 : size / kSample;
  const std::span<const float> kept = trace.kept(step);
  Magnitudes seen;
  bool any = false;
  std::vector<double> magnitudes;  // where a share of them decides
  const auto take = [&](float number) {
    const auto value = static_cast<double>(number);
    if (!std::isfinite(value)) return;
    seen.least = any ? std::min(seen.least, value) : value;
    seen.most = any ? std::max(seen.most, value) : value;
    any = true;
    if (robust) magnitudes.push_back(std::abs(value));
  };
  if (trace.is_late()) {
    for (const float value : values_of_few_groups(trace, step, size)) take(value);
  } else {
    for (std::int64_t at = 0; at < size; at += stride) {
      take(kept.empty() ? trace.value(step, at) : kept[static_cast<std::size_t>(at)]);
    }
  }
  seen.limit = std::max(std::abs(seen.least), std::abs(seen.most));
  if (magnitudes.empty()) return seen;
  const auto below = static_cast<std::ptrdiff_t>(
      std::floor(kRobustShare * static_cast<double>(magnitudes.size() - 1)));
  std::ranges::nth_element(magnitudes, magnitudes.begin() + below);
  // Of a map that is nearly all zeros the others decide.
  const double most_below = magnitudes[static_cast<std::size_t>(below)];
  if (most_below > 0) seen.limit = most_below;
  return seen;
}

// The name of a step in an id: "variance-plus-eps" for "variance + eps".
std::string id_of(const std::string& name) {
  std::string id;
  for (const char c : name) {
    if (c == '+') {
      id += "plus";
    } else {
      id += c == ' ' ? '-' : c;
    }
  }
  return id;
}

}  // namespace

std::string SourceLine::difference() const {
  if (distance == 0) return {};
  if (std::isinf(distance)) return tr("differs from the cell's");
  return tr("differs from the cell's by up to {distance:.2g}", arg("distance", distance));
}

void Magnitudes::add(const Magnitudes& other) {
  if (other.limit == 0) return;
  least = limit == 0 ? other.least : std::min(least, other.least);
  most = limit == 0 ? other.most : std::max(most, other.most);
  limit = std::max(limit, other.limit);
}

std::vector<Card> cards_of(const std::vector<Stage>& stages) {
  std::vector<Card> cards;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const bool operation = stage + 1 == stages.size();
    const auto& [name, trace] = stages[stage];
    for (const int step : trace.program().main_steps()) {
      if (step == 0 && stage > 0) continue;
      const std::string& step_name = trace.program().step(step).name;
      const std::string words = trace::step_name_in_words(step_name);
      Card card{stage, step, id_of(step_name), text::capitalized(words)};
      // Cards of a layer carry its name; the card of its last step has the name alone.
      if (!operation && step > 0) {
        card.id = fmt::format("layer{}.{}", stage, card.id);
        card.title = step + 1 == trace.program().size() ? name : text::labelled(name, words);
      }
      card.magnitudes = magnitudes_of(trace, card.step);
      cards.push_back(std::move(card));
    }
  }
  return cards;
}

}  // namespace normscope::results
