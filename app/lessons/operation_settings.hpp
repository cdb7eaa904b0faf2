// SPDX-License-Identifier: MIT
// The part of a `normscope` block that sets the operation, and what it is compared with.
#pragma once

#include <optional>

#include "app/document/document.hpp"
#include "app/lessons/toml_table.hpp"
#include "core/ops/option.hpp"

namespace normscope::lessons {

/// The value of an option under its name, as far as its type goes: the operation's plan checks the
/// rest. Nothing where there is none; faults are kept.
std::optional<ops::OptionValue> read_value(TomlTable& settings, const ops::OptionInfo& option);

/// Reads the options that the options' kind has; a switch is read of every kind.
template <class Options>
void read_options(TomlTable& settings, Options& options) {
  for (const auto& option : option_list(options)) {
    const bool is_switch = std::holds_alternative<bool>(option.standard);
    if (option.name.empty() || !(is_switch || option.belongs_to(options))) continue;
    if (const auto value = read_value(settings, option)) option.set(options, *value);
  }
}

/// Reads the keys of an operation into the document, whose input and layers are read already.
/// Faults are kept; the operation accepts its input where there is none.
void read_operation(TomlTable& settings, TomlFaults& faults, document::Document& document);

/// Reads `compare` into the document, whose operation is read already.
void read_comparison(TomlTable& settings, TomlFaults& faults, document::Document& document);

/// Reads `precision`, a plan's name or its settings.
void read_precision(TomlTable& settings, document::Document& document);

/// Reads `backward` into the document, whose operation and selection are read already: a switch, or
/// a table of `form` and of what the upstream gradient is: `dy`, `seed` or `target`.
void read_backward(TomlTable& settings, TomlFaults& faults, document::Document& document);

}  // namespace normscope::lessons
