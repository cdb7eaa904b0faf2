// SPDX-License-Identifier: MIT
// The folders that the file browser offers beside its list.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::open_save {

struct Place {
  std::string name{};
  std::filesystem::path folder{};
  bool operator==(const Place&) const = default;
};

/// The home folder, the user's folders for the desktop, documents and downloads as far as they
/// exist, and the root of the file system.
/// source  user-dirs.dirs of xdg-user-dirs
std::vector<Place> user_places();

/// The folders that the text of a user-dirs.dirs names: XDG_DOCUMENTS_DIR="$HOME/Documents". Lines
/// that say anything else are passed over.
std::vector<Place> places_in(std::string_view user_dirs, const std::filesystem::path& home);

/// A typed path, with "~" as the home folder; a relative one begins in `folder`.
std::filesystem::path typed_path(std::string_view typed, const std::filesystem::path& folder);

}  // namespace normscope::open_save
