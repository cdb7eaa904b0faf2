// SPDX-License-Identifier: MIT
#include "app/lessons/step_numbers.hpp"

#include "core/compute/backend.hpp"
#include "core/text/ascii.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using text::is_digit;

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::size_t after_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// The end of the fraction that begins at a point; `at` itself where there is none.
std::size_t after_fraction(std::string_view text, std::size_t at) {
  const bool has = at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1]);
  return has ? after_digits(text, at + 1) : at;
}

// The same for an exponent: "e-05".
std::size_t after_exponent(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
  const bool sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
  const std::size_t digits = at + (sign ? 2 : 1);
  const std::size_t end = after_digits(text, digits);
  return end > digits ? end : at;
}

// The reference knows nothing of formats.
compute::Device device_of(const document::Document& document) {
  return document.precision == precision::Plan{} ? compute::Device::kReference
                                                 : compute::Device::kCpu;
}

// A sign in front of a number; behind a letter or a digit it is a hyphen or a minus.
bool has_sign(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != '-') return false;
  return at == 1 || (!is_letter(text[at - 2]) && !is_digit(text[at - 2]));
}

}  // namespace

std::vector<std::string_view> numbers_in(std::string_view text) {
  std::vector<std::string_view> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    const bool in_name = at > 0 && is_letter(text[at - 1]);
    std::size_t end = after_fraction(text, after_digits(text, at));
    const bool version = after_fraction(text, end) != end;
    for (std::size_t next = after_fraction(text, end); next != end; end = next) {
      next = after_fraction(text, end);
    }
    end = after_exponent(text, end);
    const std::size_t begin = has_sign(text, at) ? at - 1 : at;
    if (!in_name && !version) numbers.push_back(text.substr(begin, end - begin));
    at = end;
    // The rest of a word that begins with a digit.
    while (at < text.size() && is_letter(text[at])) ++at;
  }
  return numbers;
}

std::string_view typed_decimal(std::string_view text) {
  for (const std::string_view number : numbers_in(text)) {
    if (number.find_first_of(".eE") != std::string_view::npos) return number;
  }
  return {};
}

const results::Evaluation& StepNumbers::evaluation() {
  if (!evaluation_) {
    evaluation_ = results::evaluate(document_, 0, compute::make_backends(), device_of(document_));
  }
  return *evaluation_;
}

Expected<ShownNumber> StepNumbers::find(std::string_view reference) {
  const auto parsed = parse_reference(reference);
  if (!parsed) return tl::unexpected(parsed.error());
  if (parsed->card == "printed") return find_printed(*parsed);
  const auto value = value_of(*parsed, document_, evaluation());
  if (!value) return tl::unexpected(value.error());
  return ShownNumber{*value, number_text(*parsed, *value)};
}

Expected<ShownNumber> StepNumbers::find_printed(const Reference& reference) const {
  const auto cell = static_cast<std::size_t>(reference.row);
  if (cell == 0 || cell > printed_.size() || !printed_[cell - 1]) {
    return fail(ErrorKind::kNotFound,
                tr("no output block of a cell {cell} precedes this", arg("cell", cell)),
                tr("cells count from 1"));
  }
  const std::vector<std::string>& numbers = *printed_[cell - 1];
  const auto at = static_cast<std::size_t>(reference.column.value_or(0));
  if (at >= numbers.size()) {
    return fail(ErrorKind::kNotFound,
                tr("cell {cell} prints {count} numbers; there is no number {at}", arg("cell", cell),
                   arg("count", numbers.size()), arg("at", at)),
                tr("they count from 0"));
  }
  return ShownNumber{text::parse_double(numbers[at]).value_or(0), numbers[at]};
}

Expected<std::vector<Inline>> StepNumbers::replaced(const std::vector<Inline>& prose) {
  std::vector<Inline> result;
  for (const Inline& piece : prose) {
    if (piece.code || piece.formula) {
      result.push_back(piece);
      continue;
    }
    Inline style = piece;
    style.text.clear();
    const auto add = [&](std::string text, std::string reference) {
      if (text.empty()) return;
      result.push_back(style);
      result.back().text = std::move(text);
      result.back().reference = std::move(reference);
    };
    std::string_view rest = piece.text;
    while (!rest.empty()) {
      const std::size_t open = rest.find_first_of("{}");
      add(std::string(rest.substr(0, open)), {});
      if (open == std::string_view::npos) break;
      const std::size_t close = rest.find('}', open);
      if (rest[open] == '}' || close == std::string_view::npos) {
        return fail(ErrorKind::kMalformed,
                    tr("a '{brace}' without its partner", arg("brace", rest[open])),
                    tr("braces name a number, as in {mean[0]}; write others as code"));
      }
      const std::string_view reference = rest.substr(open + 1, close - open - 1);
      if (const auto word = words_.find(std::string(reference)); word != words_.end()) {
        add(word->second, std::string(reference));
      } else {
        auto number = find(reference);
        if (!number) return tl::unexpected(number.error());
        add(std::move(number->text), std::string(reference));
      }
      rest.remove_prefix(close + 1);
    }
  }
  return result;
}

}  // namespace normscope::lessons
