// SPDX-License-Identifier: MIT
// The numbers that a step's text may name, and the text with these numbers in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/inline.hpp"
#include "app/lessons/reference.hpp"

namespace normscope::lessons {

/// A number and its text.
struct ShownNumber {
  double value = 0;
  std::string text;
};

/// numbers_in() what each of a lesson's cells prints, from cell 1 on; none: no output block says.
using PrintedNumbers = std::vector<std::optional<std::vector<std::string>>>;

class StepNumbers {
 public:
  /// `printed` must outlive this.
  StepNumbers(document::Document document, const PrintedNumbers& printed)
      : document_(std::move(document)), printed_(printed) {}

  const document::Document& document() const { return document_; }
  /// Computed when it is first needed: most steps of large documents name no number.
  const results::Evaluation& evaluation();
  /// The same printed numbers and words with another document.
  StepNumbers of(document::Document document) const {
    StepNumbers other(std::move(document), printed_);
    other.words_ = words_;
    return other;
  }

  /// Lets the prose name more than numbers: "{row 0}" and its text.
  void name_words(std::map<std::string, std::string> words) { words_ = std::move(words); }

  /// The number that a reference names.
  /// errors  as parse_reference and value_of; NotFound: no such printed number
  base::Expected<ShownNumber> find(std::string_view reference);

  /// Replaces each {reference} in the prose by its number; code and formulas stay as they are.
  /// errors  Malformed: a brace without its partner; as find
  base::Expected<std::vector<Inline>> replaced(const std::vector<Inline>& prose);

 private:
  // errors  NotFound: no such cell, or no such number in its output
  base::Expected<ShownNumber> find_printed(const Reference& reference) const;

  document::Document document_;
  const PrintedNumbers& printed_;
  std::map<std::string, std::string> words_{};
  std::optional<results::Evaluation> evaluation_{};
};

/// The numbers in a text as it writes them; neither versions ("1.13.1") nor names ("float32").
std::vector<std::string_view> numbers_in(std::string_view text);

/// The first number of a text that is typed with decimals or a power of ten; empty: none. A number
/// in prose must be a reference, so that it is checked.
std::string_view typed_decimal(std::string_view text);

}  // namespace normscope::lessons
