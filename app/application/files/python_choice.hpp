// SPDX-License-Identifier: MIT
// Which Python runs the cells of the notebook or script at hand, or judges exercises: the built-in
// one, unless the person has chosen another for these cells, or for exercises, on this computer.
// The cells of lessons always have the built-in one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/cells/pythons.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

/// What a Python is chosen for.
struct RunsByPython {
  std::string_view fault{};               // where the chosen one cannot: tr_later(), with {reason}
  std::string_view hint{};                // what to do then
  std::function<std::string()> digest{};  // of those at hand; empty: there are none
};
/// The cells of a notebook or script. `workspace` must outlive the result.
RunsByPython cells_of_notebook(const workspace::Workspace& workspace);
/// The exercises of all lessons, at a step that has one. The same.
RunsByPython exercises_of_lessons(const workspace::Workspace& workspace);

class PythonChoice {
 public:
  /// `file` keeps what was chosen; `home` as notebook::client::own_python.
  PythonChoice(RunsByPython runs, std::optional<std::filesystem::path> file,
               std::filesystem::path home);

  /// Whether there is something to choose for.
  bool possible() const { return !runs_.digest().empty(); }
  /// The chosen one; nothing: the built-in one.
  const std::optional<cells::OwnPython>& now();
  /// Takes this one, now and when these cells are opened again.
  void choose(std::optional<cells::OwnPython> python);
  /// Why the one that was chosen cannot be had any more, once; the built-in one stands in for it.
  std::optional<base::Error> take_fault();

 private:
  RunsByPython runs_;
  open_save::DigestList chosen_;  // with the paths of programs; without one: the built-in Python
  std::filesystem::path home_;
  std::string digest_{};  // that the rest is of
  std::optional<cells::OwnPython> now_{};
  std::optional<base::Error> fault_{};
};

}  // namespace normscope::application
