// SPDX-License-Identifier: MIT
// Checks of notebooks with the engine.
#pragma once

#include "app/notebook/check/check.hpp"

namespace normscope::notebook::session {

/// Sessions that run cells in a new notebook each. In a check many runs are tried, so that one of
/// them may take less than a cell that somebody waits for.
check::NewSession new_sessions();

}  // namespace normscope::notebook::session
