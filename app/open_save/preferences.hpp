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

/// The panels that are shown, and whether things move.
struct WindowPreferences {
  bool lesson = true;
  bool inspector = true;
  bool figure = true;
  bool reduced_motion = false;
  bool operator==(const WindowPreferences&) const = default;
};

struct Preferences {
  figures::ExportFormat format = figures::ExportFormat::kSvg;
  figures::ExportOptions page{};
  WindowPreferences window{};
  bool operator==(const Preferences&) const = default;
};

/// The path of the preferences: normscope/preferences.json below $XDG_CONFIG_HOME, or below
/// ~/.config; none without a home directory.
/// source  XDG Base Directory Specification 0.8
std::optional<std::filesystem::path> preferences_path();

std::string to_json(const Preferences& preferences);

/// The preferences in a file's text. Earlier versions wrote no "window": its defaults count then.
/// errors  Malformed: not JSON, an unknown key, a wrong type; as figures::check_options
base::Expected<Preferences> preferences_from_json(std::string_view text);

/// The file's preferences; the defaults where there is no file.
/// errors  as io::read_file and preferences_from_json, the file's name in front
base::Expected<Preferences> read_preferences(const std::filesystem::path& path);

/// Writes the preferences; creates missing directories.
/// errors  as figures::check_options and io::write_file, the file's name in front
base::Expected<void> write_preferences(const std::filesystem::path& path,
                                       const Preferences& preferences);

/// The preferences of the running program and their file. All parts of the window share one, so
/// that none writes an older choice of another.
class PreferencesFile {
 public:
  /// Reads the file. Without a path the choices last until the program ends.
  explicit PreferencesFile(std::optional<std::filesystem::path> path);

  const Preferences& now() const { return now_; }
  /// Why the file could not be read: the defaults count, and the next choice replaces the file.
  /// Empty when it could.
  const std::string& fault() const { return fault_; }

  /// Takes over a choice and writes it, when it is another one. On an error the choice lasts until
  /// the program ends.
  /// errors  as write_preferences
  base::Expected<void> keep(const Preferences& next);

 private:
  std::optional<std::filesystem::path> path_;
  Preferences now_{};
  std::string fault_{};
};

}  // namespace normscope::open_save
