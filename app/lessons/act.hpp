// SPDX-License-Identifier: MIT
// Something that the reader does, and the conditions that say when it is done. A condition is data:
// what is looked at, and what must hold of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/lessons/inline.hpp"
#include "app/lessons/reference.hpp"

namespace normscope::lessons {

/// A number, a switch, or a name.
using Setting = std::variant<double, bool, std::string>;

/// A setting of the document, by its key in a `normscope` block.
struct Option {
  std::string name;
  bool operator==(const Option&) const = default;
};
/// The selected cell; without a column any cell of the row.
struct Selected {
  std::int64_t row = 0;
  std::optional<std::int64_t> column{};
  bool operator==(const Selected&) const = default;
};
/// The step on the sheet.
struct Focus {
  std::string card;
  bool operator==(const Focus&) const = default;
};

struct Condition {
  std::variant<Reference, Option, Selected, Focus> subject;
  // Of a number or an option, whichever are given.
  std::optional<double> above{};
  std::optional<double> below{};
  std::optional<Setting> is{};
  double within = 0;                // of `is`, for numbers
  std::optional<double> not_now{};  // the step's own value, which must have changed
  bool operator==(const Condition&) const = default;
};

struct Act {
  std::vector<Inline> what;
  std::vector<Condition> changes;  // never empty
  bool operator==(const Act&) const = default;
};

/// Checks that the document's operation has an option that can have this value.
/// errors  Malformed: no such option, or another kind of value
base::Expected<void> check_option(const document::Document& document, std::string_view name,
                                  const std::optional<Setting>& is);

/// The value of an option; nullopt for one that the document's operation does not have.
std::optional<Setting> option_of(const document::Document& document, std::string_view name);

/// Whether a condition holds; not where the document has no such number or option.
bool holds(const Condition& condition, const document::Document& document,
           const results::Evaluation& evaluation);

/// Whether all conditions hold.
bool met(const Act& act, const document::Document& document, const results::Evaluation& evaluation);

}  // namespace normscope::lessons
