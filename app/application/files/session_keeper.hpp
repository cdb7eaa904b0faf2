// SPDX-License-Identifier: MIT
// Keeps unsaved changes against a crash, and offers those of a crash at the next start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/application/files/session_file.hpp"
#include "app/open_save/autosave.hpp"
#include "app/open_save/open_file.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class SessionKeeper {
 public:
  /// `workspace` and `file` must outlive this. Without a folder nothing is kept. `wake` is called
  /// on other threads: when something could not be kept, and when a kept session was read.
  SessionKeeper(workspace::Workspace& workspace, SessionFile& file,
                std::optional<std::filesystem::path> folder, std::function<void()> wake);

  /// Once a frame: keeps what has changed, and gives up what was saved.
  void follow();

  /// The program ends as it should: everything is saved or given up.
  void end();

  /// Whether a crash left something that was neither restored nor discarded yet.
  bool has_offers() const { return !offers_.empty(); }
  /// Opens the dialog in the next draw, as at the start.
  void offer() { offering_ = has_offers(); }

  /// Draws the dialog that offers what a crash left, when there is something.
  /// map  dialog/restore/words, /later, /reading; of each session dialog/restore/N/name, /holds,
  ///      /accept, /discard
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
  void draw_offers(ui::Context& ui);
  void draw_offer(ui::Context& ui, std::size_t number);
  void discard_marked();
  void read(std::size_t number);
  void take_read(ui::Dialog& dialog);
  void end_offering();

  workspace::Workspace& workspace_;
  SessionFile& file_;
  Seen seen_{};
  bool ended_ = false;
  std::vector<Offer> offers_{};
  bool offering_ = false;  // the dialog is open, or opens when no other one is
  bool open_ = false;
  std::optional<open_save::Autosave> autosave_{};
  std::function<void()> wake_;

  // The session that is being read to be restored.
  std::optional<std::filesystem::path> reads_{};
  std::uint64_t asked_ = 0;
  // Made for the first one; last, as its thread must end before the others are destroyed.
  std::unique_ptr<results::Background<open_save::Attempt>> reader_{};
};

/// A document in words: "batch 2 x 3, LayerNorm, step 2 of 9 of A first look, 3 changes".
std::string document_words(const workspace::Workspace& workspace);

}  // namespace normscope::application
