// SPDX-License-Identifier: MIT
// The dialog for an output that somebody else computed from the numbers on the stage: "what did
// they compute?". It reads a file or the clipboard, names the options that explain the output, and
// puts it beside the document's own operation. A background thread searches the options.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/application/dialogs/arrays_dialog.hpp"
#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/form.hpp"
#include "app/application/dialogs/table_dialog.hpp"
#include "app/open_save/probe.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::application {

class OutputDialog {
 public:
  /// `dialogs.wake` is called on a background thread when the file has been read, and when the
  /// search ends.
  explicit OutputDialog(const FileDialogHost& dialogs)
      : browse_(dialogs), reader_(dialogs.wake), search_(dialogs.wake) {}

  /// Opens the dialog in the next draw.
  void open();
  /// Takes the path of a file that was dropped while the dialog is open; false when it is closed.
  bool take_dropped(const std::string& path);

  /// Draws the dialog while it is open. An archive of several arrays, and a table that may be read
  /// in several ways, are asked about as when an input is opened.
  /// map  as ArraysDialog and TableDialog; output/path, output/path/browse, output/read,
  ///      output/paste, output/complaint, output/reading, output/given, output/compare,
  ///      output/sentence, output/take/N, output/close
  void draw(ui::Context& ui, workspace::Workspace& workspace);

 private:
  using Answer = base::Expected<variants::Explanations>;
  using ReadOutput = base::Expected<document::GivenOutput>;

  void read_file_or_ask();
  void ask_which();
  void read_file(const io::ArrayPlace& place);
  void take_read(const workspace::Workspace& workspace);
  void read_clipboard(const workspace::Workspace& workspace);
  void read_text(const workspace::Workspace& workspace, std::string_view text,
                 const io::TableChoice& choice);
  void take(const workspace::Workspace& workspace, document::GivenOutput given);
  void draw_reading(ui::Context& ui, const workspace::Workspace& workspace);
  void draw_answer(ui::Context& ui, workspace::Workspace& workspace, ui::Dialog& dialog);

  Form form_{"output", "path", 620};
  bool open_ = false;
  std::string path_{};
  std::string complaint_{};
  std::shared_ptr<open_save::Probe> probe_{};  // the file that was asked for last
  bool lists_ = false;                         // its arrays are not known before it is read
  std::optional<document::GivenOutput> given_{};
  FileDialog browse_;
  ArraysDialog arrays_{};
  TableDialog table_{};
  std::uint64_t asked_ = 0;  // number of the last search
  std::uint64_t read_ = 0;   // of the last file that was asked for
  std::uint64_t taken_ = 0;  // of the last that was taken
  // Last: their threads end before the others are destroyed.
  results::Background<ReadOutput> reader_;
  results::Background<Answer> search_;
};

}  // namespace normscope::application
