// SPDX-License-Identifier: MIT
// A question that the reader answers before the lesson says the answer: a number, one of several
// choices, or a cell of the stage. Answers are judged by pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/document/document.hpp"
#include "app/lessons/inline.hpp"

namespace normscope::lessons {

struct NumberQuestion {
  double value = 0;
  double within = 0;  // the largest distance of an answer that is right
  std::string text;   // the value as it is shown
  bool operator==(const NumberQuestion&) const = default;
};

struct Choice {
  std::vector<Inline> text;
  std::vector<Inline> why{};  // of a wrong choice: the misconception behind it
  bool right = false;
  bool operator==(const Choice&) const = default;
};
/// Exactly one of the choices is right.
struct ChoiceQuestion {
  std::vector<Choice> choices;
  bool operator==(const ChoiceQuestion&) const = default;
};

/// The reader selects a cell on the stage. A selection is the same in all steps.
struct CellQuestion {
  document::Selection cell{};
  bool operator==(const CellQuestion&) const = default;
};

/// The text of the block that holds a `practice` rule: what the question asks of new numbers, which
/// practice.hpp draws.
struct Practice {
  std::string block;
  int line = 0;  // at which the text begins, in the file
  bool operator==(const Practice&) const = default;
};

struct Prediction {
  std::vector<Inline> ask;
  std::variant<NumberQuestion, ChoiceQuestion, CellQuestion> question{};
  std::vector<Inline> reveal{};  // shown with the verdict
  /// The document in which the answer is seen, where it is not the step's own.
  std::optional<document::Document> shows{};
  std::string uncovers{};  // the card that the answer is on; empty: none of the step's own
  std::optional<Practice> practice{};
  bool operator==(const Prediction&) const = default;
};

/// An answer: of a number question the number, of a choice its index, of a cell question the cell.
using Answer = std::variant<double, std::size_t, document::Selection>;

/// Whether the answer is right; not for an answer of another kind.
bool is_right(const Prediction& prediction, const Answer& answer);

/// The verdict in one sentence, with the gap: "You said 0.3; it is 0.2432, 0.0568 less."
std::string verdict_sentence(const Prediction& prediction, const Answer& answer);

}  // namespace normscope::lessons
