// SPDX-License-Identifier: MIT
// The list of a folder's files in the file browser: one control, of which only the rows in sight
// are drawn, so that a folder of many thousand files is as fluent as a small one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/open_save/folder_listing.hpp"
#include "app/ui/context.hpp"
#include "app/ui/key.hpp"

namespace normscope::application {

struct FileRows {
  const open_save::FolderListing& listing;
  std::span<const std::size_t> shown;      // indices of entries
  std::optional<std::size_t> cursor = {};  // the selected row
  std::string_view empty_words = {};       // shown in place of rows
  std::int64_t now = 0;                    // seconds since 1970
  bool to_top = false;                     // the list begins anew
  open_save::ListingOrder order = {};
};

/// What the user did in the list.
struct RowsEvent {
  std::optional<std::size_t> selected{};           // the row that the cursor went to
  std::optional<std::size_t> activated{};          // by a double click or Enter
  bool up = false;                                 // Backspace: to the folder above
  bool leaves = false;                             // Up on the first row: to the field
  std::optional<open_save::ListingOrder> order{};  // another one was chosen
};

/// The keys of the list, for the list of shortcuts.
std::vector<ui::KeyHelp> file_rows_keys();

/// Draws the names of the columns and the list in so many pixels of height. The arrows, Home, End,
/// pages and letters move the cursor. The names are one stop of Tab: one sorts by a column, and
/// once more turns the order round. Ctrl+1, Ctrl+2 and Ctrl+3 do so from anywhere in the dialog.
/// map  dialog/sort/name, /size, /time, with the value "rising" or "falling" of the one in use;
///      dialog/files the list; dialog/file/N its rows in sight
RowsEvent draw_file_rows(ui::Context& ui, const FileRows& rows, float height);

}  // namespace normscope::application
