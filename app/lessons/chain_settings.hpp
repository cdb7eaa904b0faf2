// SPDX-License-Identifier: MIT
// The part of a `normscope` block that writes an operation of its own, step by step, in the words
// of a session file:
//
//   steps = [{ name = "output", symbol = "y", formula = "x + 1", primitive = "add-constant",
//              operands = [0], constant = 1 }]
//
// Operands count the input as 0 and the steps of the list from 1; the last step is the output.
#pragma once

#include "app/document/document.hpp"
#include "app/lessons/toml_table.hpp"

namespace normscope::lessons {

/// Reads `steps` into the document, whose input is read already: its values are then those of a
/// variable that has these steps. Faults are kept.
void read_written_steps(const toml::array& list, TomlFaults& faults, document::Document& document);

}  // namespace normscope::lessons
