// SPDX-License-Identifier: MIT
// The user's last choices, kept in a file of the configuration directory. They are checked when
// they are read and before they are written.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/export/export.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::open_save {

/// The theme of the window: the desktop's, or one of the two.
enum class ThemeChoice { kDesktop, kLight, kDark };
std::span<const base::Name<ThemeChoice>> theme_choices();

/// Where the window was, in the units of the desktop: while it is maximized, where it goes back to.
struct WindowPlacement {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool maximized = false;
  bool operator==(const WindowPlacement&) const = default;
};

/// The user's scale factor, on top of the monitor's, is from the least to the most.
inline constexpr double kLeastScale = 0.5;
inline constexpr double kMostScale = 3;

/// The panels that are shown, how large and in which colours, whether things move, and where the
/// window is.
struct WindowPreferences {
  bool lesson = true;
  bool inspector = true;
  bool figure = true;
  bool reduced_motion = false;
  ThemeChoice theme = ThemeChoice::kDesktop;
  std::string language{};  // a tag of languages::languages(); empty: the desktop's
  double scale = 1;
  std::optional<WindowPlacement> placement{};  // none before the first end of the program
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

/// Preferences as they were read. A value that is wrong is the default, and a sentence says so; the
/// others count.
struct PreferencesRead {
  Preferences preferences{};
  std::vector<std::string> faults{};  // "export.dpi must be a number, but is text"
};

/// The preferences in a file's text. What an earlier version did not write is the default, without
/// a fault; an unknown key is a fault.
/// errors  Malformed: no JSON object
base::Expected<PreferencesRead> preferences_from_json(std::string_view text);

/// The file's preferences; the defaults where there is no file.
/// errors  as io::read_file and preferences_from_json
base::Expected<PreferencesRead> read_preferences(const std::filesystem::path& path);

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
  /// One sentence on what of the file could not be read: the defaults count there. Empty when all
  /// could.
  const std::string& fault() const { return fault_; }
  /// What becomes of such a file: the next choice replaces it, a copy stays beside it.
  std::string next_step() const;

  /// Takes over a choice and writes it, when it is another one. On an error the choice lasts until
  /// the program ends.
  /// errors  as write_preferences; Unwritable: a faulty file could not be copied first
  base::Expected<void> keep(const Preferences& next);

 private:
  std::optional<std::filesystem::path> path_;
  Preferences now_{};
  std::string fault_{};
};

}  // namespace normscope::open_save
