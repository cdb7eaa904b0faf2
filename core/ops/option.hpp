// SPDX-License-Identifier: MIT
// An option of an operation, described once: a row of its options type's list. Sessions, messages,
// the command line, lessons and their acts, descriptions of edits, explanations and the inspector
// walk over these lists, so that a new option is a new row.
//
// A list is found by an overload of `option_list` beside the options type:
//
//   std::span<const OptionOf<NormOptions>> option_list(const NormOptions&);
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

/// A switch, a whole number, a number, a name of the option's table, sizes of dimensions.
using OptionValue = std::variant<bool, std::int64_t, double, std::string_view, tensor::Shape>;

/// What other programs call a dimension.
inline constexpr std::array<std::string_view, 3> kDimensionNames{"axis", "axes", "dims"};

/// The numbers that an option accepts.
enum class NumberRange { kFinite, kFromZero, kAboveZero };

/// One name of an option's table.
struct OptionWord {
  std::string_view name;
  std::string_view label{};   // in a choice of the window
  std::string_view phrase{};  // of an operation with this value: "eps outside the root"
};

/// What a person reads of an option who rests the pointer on its control.
struct OptionCard {
  std::string_view title{};
  std::string_view what{};
  std::string_view formula{};
  std::string_view tip{};
};

/// What an explanation makes of a value that is not the default.
struct OptionSurprise {
  int weight = 0;                   // how unusual such an operation is
  std::span<const double> usual{};  // numbers that people use, the most usual first
  int digits = 1;                   // a number of so many significant digits is a round one
};

/// The options in which two operations differ, in words.
struct Differences {
  std::vector<std::string> own{};
  std::vector<std::string> theirs{};

  void add(bool differ, std::string is, std::string other) {
    if (!differ) return;
    own.push_back(std::move(is));
    theirs.push_back(std::move(other));
  }
};

/// All that is known of an option but how it is read from its options.
struct OptionInfo {
  std::string_view key{};    // in sessions and messages
  std::string_view name{};   // on the command line, in lessons and acts; empty: not there
  std::string_view title{};  // in the undo menu: "eps 1e-05 to 0.001", "turn centring off"
  std::span<const std::string_view> other_names{};  // what other programs call it: "axis"
  std::string_view help{};       // one line, which `normscope compute --help` and the manual have
  std::string_view unit{};       // empty: none
  std::string_view absent{};     // empty sizes: "the last dimension"
  std::string_view control{};    // the control of a lesson that has this option; empty: its name
  std::string_view widget{};     // in the inspector; empty: the key
  std::string_view label{};      // beside that widget
  bool side_by_side = false;     // its names are shown at once, not in a list that opens
  std::size_t chosen_from = 0;   // so many of its names can be chosen there; 0: all
  bool names_operation = false;  // a part of what the operation is called
  bool of_dimensions = false;    // a whole number that names a dimension
  bool rare = false;             // the inspector has it only where it is not the default
  bool negated = false;          // the name switches the option off: "no-centring"
  bool optional = false;         // sessions have it only where it is not the default
  bool groups = false;           // says which elements belong together, as a preset does not
  std::span<const std::string_view> phrases{};  // in the order of the table of names
  NumberRange range = NumberRange::kFinite;
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  double slides_from = 0;  // the ends of its slider; equal: a field of its own
  double slides_to = 0;
  OptionSurprise surprise{};
  OptionCard card{};
  // Made with the row.
  OptionValue standard{};           // the default
  std::vector<OptionWord> words{};  // of a name

  std::string_view shown_control() const {
    return names_operation ? "operation" : control.empty() ? name : control;
  }
  std::string_view shown_widget() const { return widget.empty() ? key : widget; }
  const OptionWord* word(std::string_view wanted) const;
  std::string list_words() const;  // "biased, unbiased"
};

/// An option of a type of options.
template <class Options>
struct OptionOf : OptionInfo {
  std::function<OptionValue(const Options&)> get{};
  std::function<void(Options&, const OptionValue&)> set{};
  std::function<bool(const Options&)> of_kind{};  // whether their kind has it; null: each
  std::function<bool(const Options&)> counts{};   // whether it has an effect; null: always

  bool belongs_to(const Options& options) const { return !of_kind || of_kind(options); }
  bool matters(const Options& options) const {
    return belongs_to(options) && (!counts || counts(options));
  }
  bool is_standard(const Options& options) const { return get(options) == standard; }
};

template <class Options, class Value>
Options options_type(Value Options::*);

/// The row of a member; `names` of an enumeration is the function that gives its names.
template <auto member, auto... names>
auto option_row(OptionInfo info, bool (*of_kind)(const decltype(options_type(member))&) = nullptr,
                bool (*counts)(const decltype(options_type(member))&) = nullptr) {
  using Options = decltype(options_type(member));
  OptionOf<Options> row{std::move(info)};
  if constexpr (sizeof...(names) == 1) {
    for (const auto& known : (names(), ...)) {
      const std::size_t at = row.words.size();
      row.words.push_back({known.name, known.label(),
                           at < row.phrases.size() ? row.phrases[at] : std::string_view()});
    }
    row.get = [](const Options& options) {
      return OptionValue(base::name_of((names(), ...), options.*member));
    };
    row.set = [](Options& options, const OptionValue& value) {
      const auto known = base::value_of((names(), ...), std::get<std::string_view>(value));
      if (known) options.*member = *known;
    };
  } else {
    using Value = std::remove_cvref_t<decltype(std::declval<Options&>().*member)>;
    row.get = [](const Options& options) { return OptionValue(options.*member); };
    row.set = [](Options& options, const OptionValue& value) {
      options.*member = std::get<Value>(value);
    };
  }
  row.standard = row.get(Options{});
  if (of_kind != nullptr) row.of_kind = of_kind;
  if (counts != nullptr) row.counts = counts;
  return row;
}

/// What is said of a value that an option does not accept: a sentence for each kind of option but
/// switches, that of whole numbers with {least} and {most}, that of words with {names}.
struct NeededSentences {
  std::string_view whole;
  std::string_view word;
  std::string_view sizes;
  std::string_view finite;
  std::string_view from_zero;
  std::string_view above_zero;
};
std::string_view needed_sentence(const OptionInfo& option, const NeededSentences& sentences);

/// Whether an option of this type accepts a value of the same type.
bool accepts(const OptionInfo& option, const OptionValue& value);

/// A value as on the command line: "0.001", "2,5", "unbiased", "true".
std::string value_text(const OptionValue& value);

/// An option with a value as an argument: " --eps 0.001", " --no-centring".
std::string argument_text(const OptionInfo& option, const OptionValue& value);

/// The help of an option with its default: "epsilon (default 1e-5)".
std::string help_with_default(const OptionInfo& option);

/// How a person calls a change of an option: "eps 1e-05 to 0.001", "turn centring off".
std::string change_words(const OptionInfo& option, const OptionValue& before,
                         const OptionValue& after);

/// How much a value that is not the default surprises: the weight, and for a number the digits that
/// it needs: none for a usual one, else one and two for each, of which three count.
int surprise_of(const OptionInfo& option, const OptionValue& value);

/// Whether a number is a usual or a round one, as are values that are no numbers.
bool is_round(const OptionInfo& option, const OptionValue& value);

/// Options that a kind does not have, at their defaults.
template <class Options>
Options of_own_kind(Options options) {
  for (const auto& option : option_list(options)) {
    if (!option.belongs_to(options)) option.set(options, option.standard);
  }
  return options;
}

/// Options without an effect, at their defaults.
template <class Options>
Options with_effect(Options options) {
  for (const auto& option : option_list(options)) {
    if (!option.matters(options)) option.set(options, option.standard);
  }
  return options;
}

/// The options with the groups of others.
template <class Options>
Options with_groups_of(Options options, const Options& others) {
  for (const auto& option : option_list(options)) {
    if (option.groups) option.set(options, option.get(others));
  }
  return options;
}

/// Whether two are options of an operation of the same name.
template <class Options>
bool same_operation(const Options& a, const Options& b) {
  return std::ranges::all_of(option_list(a), [&](const auto& option) {
    return !option.names_operation || option.get(a) == option.get(b);
  });
}

/// The options, of the operation that others are of.
template <class Options>
Options with_operation_of(Options options, const Options& others) {
  for (const auto& option : option_list(options)) {
    if (option.names_operation) option.set(options, option.get(others));
  }
  return options;
}

/// The changes from one to the other, each in words. With another operation, options that it does
/// not have change by themselves.
template <class Options>
void add_changes(const Options& before, const Options& after, std::vector<std::string>& changes) {
  const bool same = same_operation(before, after);
  const Options from = same ? before : of_own_kind(with_operation_of(before, after));
  for (const auto& option : option_list(before)) {
    const OptionValue was = option.get(option.names_operation ? before : from);
    const OptionValue is = option.get(after);
    if (was != is) changes.push_back(change_words(option, was, is));
  }
}

/// The arguments that differ from the defaults; nothing where an option without a name does.
template <class Options>
std::optional<std::string> option_arguments(const Options& options) {
  std::string arguments;
  for (const auto& option : option_list(options)) {
    if (option.names_operation || option.is_standard(options)) continue;
    if (option.name.empty()) return std::nullopt;
    if (option.matters(options)) arguments += argument_text(option, option.get(options));
  }
  return arguments;
}

}  // namespace normscope::ops
