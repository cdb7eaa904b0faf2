// SPDX-License-Identifier: MIT
#include "core/ops/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

// "1e-5", where fmt writes "1e-05".
std::string short_number(std::string text) {
  if (const auto zero = text.find("e-0"); zero != std::string::npos) text.erase(zero + 2, 1);
  return text;
}

double to_digits(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  double read = value;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read;
}

// 0 for a usual number, else 1 and 2 for each significant digit.
int digits_cost(const OptionInfo& option, double value) {
  if (std::ranges::find(option.surprise.usual, value) != option.surprise.usual.end()) return 0;
  int digits = 1;
  while (digits < 3 && to_digits(value, digits) != value) ++digits;
  return 1 + 2 * digits;
}

}  // namespace

const OptionWord* OptionInfo::word(std::string_view wanted) const {
  const auto found = std::ranges::find(words, wanted, &OptionWord::name);
  return found == words.end() ? nullptr : &*found;
}

std::string OptionInfo::list_words() const {
  std::string list;
  for (const OptionWord& known : words)
    list += (list.empty() ? "" : ", ") + std::string(known.name);
  return list;
}

std::string_view needed_sentence(const OptionInfo& option, const NeededSentences& sentences) {
  if (std::holds_alternative<std::int64_t>(option.standard)) return sentences.whole;
  if (std::holds_alternative<std::string_view>(option.standard)) return sentences.word;
  if (std::holds_alternative<tensor::Shape>(option.standard)) return sentences.sizes;
  switch (option.range) {
    case NumberRange::kFromZero:
      return sentences.from_zero;
    case NumberRange::kAboveZero:
      return sentences.above_zero;
    case NumberRange::kFinite:
      break;
  }
  return sentences.finite;
}

bool accepts(const OptionInfo& option, const OptionValue& value) {
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return *whole >= option.least && *whole <= option.most;
  }
  if (const auto* const name = std::get_if<std::string_view>(&value)) {
    return option.word(*name) != nullptr;
  }
  if (const auto* const sizes = std::get_if<tensor::Shape>(&value)) {
    return std::ranges::all_of(*sizes, [](std::int64_t size) { return size >= 0; });
  }
  const auto* const number = std::get_if<double>(&value);
  if (number == nullptr) return true;
  if (!std::isfinite(*number)) return false;
  return option.range == NumberRange::kFinite || *number > 0 ||
         (*number == 0 && option.range == NumberRange::kFromZero);
}

std::string value_text(const OptionValue& value) {
  if (const auto* const sizes = std::get_if<tensor::Shape>(&value)) {
    return fmt::format("{}", fmt::join(*sizes, ","));
  }
  return std::visit(
      [](const auto& known) -> std::string {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(known)>, tensor::Shape>) {
          return {};
        } else {
          return fmt::format("{}", known);
        }
      },
      value);
}

std::string argument_text(const OptionInfo& option, const OptionValue& value) {
  const std::string name = fmt::format(" --{}", option.name);
  return std::holds_alternative<bool>(value) ? name : name + " " + value_text(value);
}

std::string help_with_default(const OptionInfo& option) {
  std::string help(tr(option.help));
  if (!option.unit.empty()) {
    help = tr("{help}, in units of {unit}", arg("help", help), arg("unit", tr(option.unit)));
  }
  if (std::holds_alternative<bool>(option.standard)) return help;
  if (!option.absent.empty())
    return tr("{help} (default: {absent})", arg("help", help), arg("absent", tr(option.absent)));
  // A column of help has some sixty letters.
  constexpr std::size_t kColumn = 60;
  const std::string value = short_number(value_text(option.standard));
  std::string line = tr("{help} (default {value})", arg("help", help), arg("value", value));
  if (line.size() <= kColumn + 1) return line;
  return tr("{help}\n(default {value})", arg("help", help), arg("value", value));
}

std::string change_words(const OptionInfo& option, const OptionValue& before,
                         const OptionValue& after) {
  const std::string_view title = tr(option.title);
  if (const auto* const on = std::get_if<bool>(&after)) {
    const auto name = arg("name", title);
    return *on ? tr("turn {name} on", name) : tr("turn {name} off", name);
  }
  if (const auto* const name = std::get_if<std::string_view>(&after)) {
    const OptionWord* const word = option.word(*name);
    if (word != nullptr && !word->phrase.empty()) return tr(word->phrase);
  }
  if (const auto* const sizes = std::get_if<tensor::Shape>(&after)) {
    return fmt::format("{} {}", title,
                       sizes->empty() ? tr(option.absent) : tensor::shape_to_text(*sizes));
  }
  const std::string was = value_text(before);
  const std::string is = value_text(after);
  return title.empty() ? tr("{before} to {after}", arg("before", was), arg("after", is))
                       : tr("{title} {before} to {after}", arg("title", title), arg("before", was),
                            arg("after", is));
}

int surprise_of(const OptionInfo& option, const OptionValue& value) {
  if (value == option.standard) return 0;
  const auto* const number = std::get_if<double>(&value);
  return option.surprise.weight + (number == nullptr ? 0 : digits_cost(option, *number));
}

bool is_round(const OptionInfo& option, const OptionValue& value) {
  const auto* const number = std::get_if<double>(&value);
  return number == nullptr || digits_cost(option, *number) <= 1 + 2 * option.surprise.digits;
}

}  // namespace normscope::ops
