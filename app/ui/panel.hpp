// SPDX-License-Identifier: MIT
// The description of a panel: id, title, help text and draw function. `Model` is the state that all
// panels of the program share.
#pragma once

#include <functional>
#include <string_view>

#include "app/ui/context.hpp"

namespace normscope::ui {

template <class Model>
struct Panel {
  std::string_view id;     // the first part of its widgets' ids
  std::string_view title;  // in the View menu
  std::string_view help;   // what the panel shows and what can be done there; never empty
  std::function<void(Context&, Model&)> draw;
};

}  // namespace normscope::ui
