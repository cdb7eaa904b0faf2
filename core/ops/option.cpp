// SPDX-License-Identifier: MIT
#include "core/ops/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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

std::string needed_value(const OptionInfo& option) {
  if (std::holds_alternative<bool>(option.standard)) return "true or false";
  if (std::holds_alternative<std::int64_t>(option.standard)) {
    return fmt::format("a whole number from {} to {}", option.least, option.most);
  }
  if (std::holds_alternative<std::string_view>(option.standard)) {
    std::string list;
    for (const OptionWord& word : option.words) {
      if (!list.empty()) list += ", ";
      list += word.name;
    }
    return "one of " + list;
  }
  if (std::holds_alternative<tensor::Shape>(option.standard)) return "sizes such as 4,5";
  switch (option.range) {
    case NumberRange::kFromZero:
      return "a finite number, zero or more";
    case NumberRange::kAboveZero:
      return "a finite number above zero";
    case NumberRange::kFinite:
      break;
  }
  return "a finite number";
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
  std::string help(option.help);
  if (!option.unit.empty()) help += fmt::format(", in units of {}", option.unit);
  if (std::holds_alternative<bool>(option.standard)) return help;
  if (!option.absent.empty()) return fmt::format("{} (default: {})", help, option.absent);
  // A column of help has some sixty letters.
  constexpr std::size_t kColumn = 60;
  const std::string text = fmt::format("(default {})", short_number(value_text(option.standard)));
  return help + (help.size() + text.size() > kColumn ? '\n' : ' ') + text;
}

std::string change_words(const OptionInfo& option, const OptionValue& before,
                         const OptionValue& after) {
  if (const auto* const on = std::get_if<bool>(&after)) {
    return fmt::format("turn {} {}", option.title, *on ? "on" : "off");
  }
  if (const auto* const name = std::get_if<std::string_view>(&after)) {
    const OptionWord* const word = option.word(*name);
    if (word != nullptr && !word->phrase.empty()) return std::string(word->phrase);
  }
  if (const auto* const sizes = std::get_if<tensor::Shape>(&after)) {
    return fmt::format("{} {}", option.title,
                       sizes->empty() ? std::string(option.absent) : tensor::shape_to_text(*sizes));
  }
  return fmt::format("{}{}{} to {}", option.title, option.title.empty() ? "" : " ",
                     value_text(before), value_text(after));
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
