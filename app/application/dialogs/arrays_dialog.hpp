// SPDX-License-Identifier: MIT
// The arrays of an archive: one filters the list by typing, and chooses what becomes the input,
// gamma and beta. gamma and beta are offered where names and shapes tell them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/application/dialogs/form.hpp"
#include "app/open_save/array_choice.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class ArraysDialog {
 public:
  /// Gets the answer; without an input: gamma and beta for the one on the stage.
  using Take = std::function<void(const open_save::ArrayChoice&)>;

  /// Opens the dialog in the next draw, about the arrays of the file of this name.
  void open(std::string name, std::vector<io::ArrayEntry> entries, Take take);

  /// Opens it for one array alone, which is the answer's input.
  void open_for_one(std::string name, std::vector<io::ArrayEntry> entries, Take take);

  /// Draws the dialog while it is open.
  /// map  arrays/words, arrays/role/input, /gamma, /beta, arrays/filter, arrays/none,
  ///      arrays/row/NAME, arrays/more, arrays/empty, arrays/accept, arrays/cancel
  void draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  enum class Role { kInput, kGamma, kBeta };

  std::string& chosen(Role role);
  tensor::Shape input_shape(const workspace::Workspace& workspace) const;
  bool fits(const io::ArrayEntry& entry, const tensor::Shape& input) const;
  void draw_choice(ui::Context& ui, const workspace::Workspace& workspace);
  void draw_list(ui::Context& ui, const workspace::Workspace& workspace);
  void choose(const std::string& name);

  Form form_{"arrays", "filter", 640};
  bool one_ = false;  // neither gamma nor beta is asked for
  std::string name_{};
  Take take_{};
  std::vector<io::ArrayEntry> entries_{};
  open_save::ArrayChoice choice_{};
  Role role_ = Role::kInput;  // what a click in the list chooses
  std::string filter_{};
};

}  // namespace normscope::application
