// SPDX-License-Identifier: MIT
// What the dialogs that write files and those that read something in have in common: how they open,
// and below what each shows Cancel and the buttons that accept.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"

namespace normscope::application {

class Form {
 public:
  struct Button {
    std::string_view id;
    std::string_view label;
    ui::Help help{};
    float width = 110;  // points
  };

  /// `id` is that of the dialog, with which those of its widgets begin; `first` has the focus when
  /// it opens. `width` in points.
  Form(std::string id, std::string_view first, float width)
      : id_(std::move(id)), first_(part(first)), width_(width) {}

  /// Opens the dialog in the next draw.
  void open() { opening_ = true; }
  /// The dialog, while it is open.
  ui::Dialog begin(ui::Context& ui, std::string_view title);
  /// Draws Cancel, which closes the dialog, and the buttons; the number of the one that was
  /// pressed.
  /// map  ID/cancel, ID/BUTTON
  std::optional<std::size_t> draw_buttons(ui::Context& ui, ui::Dialog& dialog,
                                          std::span<const Button> buttons, bool enabled) const;

  /// The id of a widget of this form.
  std::string part(std::string_view name) const { return id_ + "/" + std::string(name); }

 private:
  std::string id_;
  std::string first_;
  float width_;
  bool opening_ = false;
};

}  // namespace normscope::application
