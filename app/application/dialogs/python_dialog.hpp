// SPDX-License-Identifier: MIT
// Which Python runs the cells of a notebook: the built-in one, those that were found, or one whose
// path is named. The window never runs any to find out what it is.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/form.hpp"
#include "app/cells/pythons.hpp"
#include "app/ui/context.hpp"

namespace normscope::application {

class PythonDialog {
 public:
  /// Gets the answer; without one: the built-in Python.
  using Take = std::function<void(std::optional<cells::OwnPython>)>;

  explicit PythonDialog(const FileDialogHost& dialogs) : browse_(dialogs) {}

  /// Opens the dialog in the next draw. `now` runs the cells at present, and is listed, too.
  void open(std::vector<cells::FoundPython> found, const std::optional<cells::OwnPython>& now,
            std::filesystem::path home, Take take);

  /// Draws the dialog while it is open.
  /// map  python/words, python/row/N (0: built in), python/program, python/path,
  ///      python/path/browse, python/hint, python/complaint, python/cancel, python/accept
  void draw(ui::Context& ui);

 private:
  void draw_rows(ui::Context& ui);
  bool accept();

  Form form_{"python", "row/0", 600};
  std::vector<cells::FoundPython> found_{};
  std::filesystem::path home_{};
  Take take_{};
  std::size_t row_ = 0;  // that is chosen; 0: the built-in one
  std::string path_{};   // named in its place; empty: none
  std::string complaint_{};
  FileDialog browse_;
};

}  // namespace normscope::application
