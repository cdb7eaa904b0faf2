// SPDX-License-Identifier: MIT
// Keeps unsaved changes against a crash, and offers those of a crash at the next start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/application/session_file.hpp"
#include "app/open_save/autosave.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class SessionKeeper {
 public:
  /// `workspace` and `file` must outlive this. Without a folder nothing is kept. `wake` is called
  /// on another thread when something could not be kept.
  SessionKeeper(workspace::Workspace& workspace, SessionFile& file,
                std::optional<std::filesystem::path> folder, std::function<void()> wake);

  /// Once a frame: keeps what has changed, and gives up what was saved.
  void follow();

  /// The program ends as it should: everything is saved or given up.
  void end();

  /// Draws the dialog that offers what a crash left, when there is something.
  /// map  dialog/restore/words, /later; of each session dialog/restore/N/name, /holds, /accept,
  ///      /discard
  void draw(ui::Context& ui);

 private:
  // What a follow() has seen: other versions are kept.
  struct Seen {
    std::uint64_t revision = 0;
    bool changed = false;
    bool operator==(const Seen&) const = default;
  };

  // A row of the dialog.
  struct Offer {
    open_save::KeptSession session{};
    bool discarded = false;  // once the dialog is closed
  };

  open_save::KeptHeader header() const;
  void draw_offer(ui::Context& ui, std::size_t number, std::optional<std::size_t>& restored);
  void discard_marked();
  void restore(std::size_t number);

  workspace::Workspace& workspace_;
  SessionFile& file_;
  Seen seen_{};
  bool ended_ = false;
  std::vector<Offer> offers_{};
  bool offering_ = false;  // the dialog is open, or opens when no other one is
  bool open_ = false;
  std::optional<open_save::Autosave> autosave_{};
};

/// A document in words: "batch 2 x 3, LayerNorm, step 2 of 9 of A first look, 3 changes".
std::string document_words(const workspace::Workspace& workspace);

}  // namespace normscope::application
