// SPDX-License-Identifier: MIT
// The description of a panel: id, title, help text and draw function. `Model` is the state that all
// panels of the program share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

/// A control that can be found by its words.
struct PanelOption {
  std::string id;     // "inspector/eps", or what the ids of its parts begin with
  std::string name;   // "Epsilon"
  std::string words;  // other words that lead to it
};

template <class Model>
struct Panel {
  std::string_view id;     // the first part of its widgets' ids
  std::string_view title;  // in the View menu
  std::string_view help;   // what the panel shows and what can be done there; never empty
  std::function<void(Context&, Model&)> draw;
  std::function<std::vector<PanelOption>(const Model&)> options{};  // that can be found now

  /// Draws it as a region of the UI map.
  void show(Context& ui, Model& model) const {
    const UiMap::Part part(
        ui.map,
        {.id = std::string(id), .kind = "panel", .name = text::tr(title), .about = text::tr(help)});
    draw(ui, model);
  }
};

}  // namespace normscope::ui
