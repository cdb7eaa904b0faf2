// SPDX-License-Identifier: MIT
#include "app/results/left_gradients.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/document/hand_written.hpp"
#include "app/results/comparing/comparison.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/variants/differences.hpp"

namespace normscope::results {

using document::LeftGrad;
using document::LeftGradient;

namespace {

// The step of the backward pass that has the same gradient, or -1.
int step_of(const trace::Program& program, const LeftGradient& left) {
  return left.of == "input" ? program.size() - 1 : program.find("gradient of " + left.of);
}

std::string_view about(LeftGrad grad) {
  switch (grad) {
    case LeftGrad::kSame:
      return tr("It stands in .grad.");
    case LeftGrad::kCleared:
      return tr("Its .grad was cleared since (zero_grad).");
    case LeftGrad::kOther:
      return tr(
          "Its .grad holds other numbers: the sum of several backward passes, or what a cell made "
          "of it.");
    case LeftGrad::kInner:
      return tr("The notebook keeps no .grad of it (retain_grad).");
  }
  return "";
}

std::string verdict_of(const LeftBeside& beside) {
  const std::string of = beside.left->of == "input" ? "x" : beside.left->of;
  const auto name = text::arg("name", of);
  if (!beside.left->whole) {
    return tr(
        "The loss comes of {name} by other ways, too: the notebook's gradient of it is the sum of "
        "all.",
        name);
  }
  if (beside.difference.at < 0) {
    return tr("The notebook's gradient of {name} is ours to the bit.", name);
  }
  return tr("The notebook's gradient of {name} beside ours: {difference}.", name,
            text::arg("difference", difference_text(beside.difference, beside.shape)));
}

}  // namespace

std::vector<LeftBeside> left_beside(const document::Document& document,
                                    const trace::Trace& backward) {
  const document::HandWritten* const written = document::hand_written_operation(document);
  if (written == nullptr || !document::has_left_upstream(document) ||
      !document::has_hand_written_values(document, *written)) {
    return {};
  }
  std::vector<LeftBeside> all;
  for (const LeftGradient& left : written->gradients) {
    const int step = left.of == "output" ? -1 : step_of(backward.program(), left);
    if (step < 0) continue;
    const auto ours = backward.whole(step);
    if (!ours || ours->size() != left.values.size()) continue;
    const auto theirs = left.values.values()->reshaped(ours->shape());
    if (!theirs) continue;
    const auto difference = variants::largest_difference(*ours, *theirs);
    if (difference) all.push_back({&left, ours->shape(), *difference});
  }
  return all;
}

std::string sentence_of(const LeftBeside& beside) {
  return text::in_a_row(verdict_of(beside), about(beside.left->grad));
}

}  // namespace normscope::results
