// SPDX-License-Identifier: MIT
// What a panel is: a place with a name, a sentence that explains it, and a way to draw itself.
// `Model` is what all panels of the program share.
#pragma once

#include <functional>
#include <string_view>

#include "app/ui/context.hpp"

namespace normscope::ui {

template <class Model>
struct Panel {
  std::string_view id;     // the first part of its widgets' ids
  std::string_view title;  // as the View menu names it
  std::string_view help;   // what it shows and what can be done there; never empty
  std::function<void(Context&, Model&)> draw;
};

}  // namespace normscope::ui
