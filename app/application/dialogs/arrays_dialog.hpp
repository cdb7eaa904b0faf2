// SPDX-License-Identifier: MIT
// The arrays of an archive: one filters the list by typing, and chooses what becomes the input,
// gamma and beta. gamma and beta are offered where names and shapes tell them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/open_save/array_choice.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class ArraysDialog {
 public:
  struct Answer {
    std::filesystem::path path;
    open_save::ArrayChoice choice;  // without an input: gamma and beta for the one on the stage
  };

  /// Opens the dialog in the next draw.
  void open(std::filesystem::path path, std::vector<io::ArrayEntry> entries);

  /// Opens it for one array alone, which is returned as the input.
  void open_for_one(std::filesystem::path path, std::vector<io::ArrayEntry> entries);

  /// Draws the dialog while it is open; returns the answer when it is accepted.
  /// map  arrays/words, arrays/role/input, /gamma, /beta, arrays/filter, arrays/none,
  ///      arrays/row/NAME, arrays/more, arrays/empty, arrays/accept, arrays/cancel
  std::optional<Answer> draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  enum class Role { kInput, kGamma, kBeta };

  std::string& chosen(Role role);
  tensor::Shape input_shape(const workspace::Workspace& workspace) const;
  bool fits(const io::ArrayEntry& entry, const tensor::Shape& input) const;
  void draw_choice(ui::Context& ui, const workspace::Workspace& workspace);
  void draw_list(ui::Context& ui, const workspace::Workspace& workspace);
  void choose(const std::string& name);

  bool opening_ = false;
  bool one_ = false;    // neither gamma nor beta is asked for
  bool fresh_ = false;  // the dialog has just opened: its first widget takes the focus
  std::filesystem::path path_{};
  std::vector<io::ArrayEntry> entries_{};
  open_save::ArrayChoice choice_{};
  Role role_ = Role::kInput;  // what a click in the list chooses
  std::string filter_{};
};

}  // namespace normscope::application
