// SPDX-License-Identifier: MIT
// The user's last choices, kept in a file of the configuration directory. They are checked when
// they are read and before they are written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/figures/export/export.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

struct Preferences {
  figures::ExportFormat format = figures::ExportFormat::kSvg;
  figures::ExportOptions page{};
  bool operator==(const Preferences&) const = default;
};

/// The path of the preferences: normscope/preferences.json below $XDG_CONFIG_HOME, or below
/// ~/.config; none without a home directory.
/// source  XDG Base Directory Specification 0.8
std::optional<std::filesystem::path> preferences_path();

std::string to_json(const Preferences& preferences);

/// errors  Malformed: not JSON, an unknown key, a wrong type; as figures::check_options
base::Expected<Preferences> preferences_from_json(std::string_view text);

/// The file's preferences; the defaults where there is no file.
/// errors  as io::read_file and preferences_from_json, the file's name in front
base::Expected<Preferences> read_preferences(const std::filesystem::path& path);

/// Creates missing directories.
/// errors  as figures::check_options and io::write_file, the file's name in front
base::Expected<void> write_preferences(const std::filesystem::path& path,
                                       const Preferences& preferences);

}  // namespace normscope::open_save
