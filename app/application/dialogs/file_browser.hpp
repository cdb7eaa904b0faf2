// SPDX-License-Identifier: MIT
// The program's own way to find a file, where the desktop has none: a field for the path, which
// filters and completes, places, and the folder's files. It is drawn inside a dialog.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/application/dialogs/file_rows.hpp"
#include "app/open_save/folder_listing.hpp"
#include "app/open_save/places.hpp"
#include "app/open_save/recent_files.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

/// What a dialog asks for: a file to open, or a place to save to.
struct FileQuestion {
  std::string id{};  // of the dialog: "dialog/open"
  std::string title{};
  std::string words{};  // below the title
  std::string_view accept = text::tr_later("Open");
  bool saves = false;
  std::vector<open_save::FileFilter> filters{};
  std::string suggested{};  // a path, or a name in the folder shown last
};

class FileBrowser {
 public:
  enum class Answer { kNone, kCancelled, kAccepted };

  /// `wake` is called on a background thread when a folder has been read. `recent` may be null;
  /// else it must outlive this.
  FileBrowser(std::function<void()> wake, const open_save::RecentFiles* recent);

  /// Begins a question. The folder shown last stays unless the suggestion names another one.
  void begin(FileQuestion question);
  /// Shows why the answer cannot be taken; the path is there to be mended.
  void refuse(std::string sentence) {
    complaint_ = std::move(sentence);
    fresh_ = true;
  }
  /// Puts a dropped path into the field and accepts it in the next draw.
  void take_dropped(std::string path) { dropped_ = std::move(path); }

  /// Draws the controls, down to the buttons.
  /// map  dialog/path, dialog/complaint, dialog/up, dialog/here, dialog/place/N, dialog/files,
  ///      dialog/sort/NAME, dialog/file/N, dialog/empty, dialog/kind, dialog/hidden, dialog/cancel,
  ///      dialog/accept
  Answer draw(ui::Context& ui);

  const FileQuestion& question() const { return question_; }
  /// The path in the field, in full.
  std::filesystem::path path() const;

 private:
  using Listing = base::Expected<open_save::FolderListing>;

  std::filesystem::path shown_folder() const;
  std::string_view last_part() const;
  open_save::ListingView view() const;
  void read_folder(bool again);
  void take_listing();
  void filter_rows();
  void sort(open_save::ListingOrder order);
  void go_to(const std::filesystem::path& folder);
  void go_up();
  void select(std::size_t row);
  Answer draw_field(ui::Context& ui);
  void complete(ui::Context& ui);
  void draw_places(ui::Context& ui, float height);
  bool draw_list(ui::Context& ui, float height);
  std::string empty_words() const;

  const open_save::RecentFiles* recent_;
  FileQuestion question_{};
  std::filesystem::path folder_;
  std::string typed_{};
  std::size_t filter_ = 0;
  std::string complaint_{};
  std::optional<std::string> dropped_{};
  std::vector<open_save::Place> places_{};

  std::uint64_t asked_ = 0;            // number of the last folder asked for
  std::uint64_t taken_ = 0;            // number of the listing in hand
  std::filesystem::path asked_for_{};  // the folder of the last request
  Listing listing_{};
  std::vector<std::size_t> rows_{};
  std::optional<std::size_t> cursor_{};
  std::string came_from_{};  // the folder below this one that was shown before

  open_save::ListingOrder order_{};
  bool fresh_ = false;    // the question has just begun or was refused: the field takes the focus
  bool filters_ = false;  // what is typed filters the list: it was typed, not chosen in the list
  bool hidden_ = false;
  bool to_top_ = false;
  bool to_list_ = false;  // Down in the field: the list takes over when the editing has ended

  results::Background<Listing> reader_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
