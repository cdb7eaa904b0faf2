// SPDX-License-Identifier: MIT
// What IPython takes and Python does not: `%matplotlib inline`, `!pip install`, `%%time`, `name?`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::ipynb {

/// The first line of a notebook's code cell that only IPython understands, as the fault to show
/// when that cell runs; nothing for a cell that holds none. Inside strings and brackets nothing is
/// one.
std::optional<syntax::Fault> find_magic(std::string_view source);

/// The cell with `pass` for magics that only say how a notebook shows pictures or loads modules
/// again (`%matplotlib inline`, `%config`, `%load_ext`, `%autoreload`): there is nothing to do for
/// them.
std::string without_settings(std::string_view source);

}  // namespace normscope::notebook::ipynb
