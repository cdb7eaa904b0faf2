// SPDX-License-Identifier: MIT
// Which Python runs the cells of the notebook or script at hand: the built-in one, unless the
// person has chosen another for these cells on this computer. Lessons always have the built-in one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/application/files/cells_at_hand.hpp"
#include "app/cells/pythons.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class PythonChoice {
 public:
  /// `file` keeps what was chosen; `home` as notebook::client::own_python.
  PythonChoice(const workspace::Workspace& workspace, std::optional<std::filesystem::path> file,
               std::filesystem::path home);

  /// Whether a Python can be chosen: a notebook or a script is at hand, which has cells.
  bool possible();
  /// The chosen one; nothing: the built-in one.
  const std::optional<cells::OwnPython>& now();
  /// Takes this one, now and when these cells are opened again.
  void choose(std::optional<cells::OwnPython> python);
  /// Why the one that was chosen cannot be had any more, once; the built-in one stands in for it.
  std::optional<base::Error> take_fault();

 private:
  const workspace::Workspace& workspace_;
  open_save::DigestList chosen_;  // with the paths of programs; without one: the built-in Python
  std::filesystem::path home_;
  CellsAtHand cells_;
  std::string digest_{};  // of the cells that the rest is of
  std::optional<cells::OwnPython> now_{};
  std::optional<base::Error> fault_{};
};

}  // namespace normscope::application
