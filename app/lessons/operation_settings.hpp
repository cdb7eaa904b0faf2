// SPDX-License-Identifier: MIT
// The part of a `normscope` block that sets the operation, and what it is compared with.
#pragma once

#include "app/document/document.hpp"
#include "app/lessons/toml_table.hpp"

namespace normscope::lessons {

/// Reads the keys of an operation into the document, whose input and layers are read already.
/// Faults are kept; the operation accepts its input where there is none.
void read_operation(TomlTable& settings, TomlFaults& faults, document::Document& document);

/// Reads `compare` into the document, whose operation is read already.
void read_comparison(TomlTable& settings, TomlFaults& faults, document::Document& document);

}  // namespace normscope::lessons
