// SPDX-License-Identifier: MIT
// The part of a `normscope` block that sets the input and the layers before the operation.
#pragma once

#include <optional>
#include <vector>

#include "app/document/document.hpp"
#include "app/lessons/toml_table.hpp"

namespace normscope::lessons {

/// The input of an `input` table; nullopt and a fault when the table is not valid.
std::optional<document::Input> read_input(const toml::table& table, TomlFaults& faults);

/// The layers of a `layers` list; nullopt and a fault when a layer is not valid.
std::optional<std::vector<document::Layer>> read_layers(const toml::array& list,
                                                        TomlFaults& faults);

/// Numbers in nested lists, or the text of such lists or of a print.
std::optional<tensor::Tensor> read_values(const toml::node& node, TomlFaults& faults);

}  // namespace normscope::lessons
