// SPDX-License-Identifier: MIT
#include "app/open_save/preferences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/document/session/node.hpp"
#include "app/languages/languages.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace {

using document::SessionNode;
using figures::ExportOptions;

constexpr const char* kVersionKey = "normscope_preferences";
constexpr int kVersion = 1;

constexpr std::array<base::Name<ThemeChoice>, 3> kThemeChoices{{
    {ThemeChoice::kDesktop, "desktop"},
    {ThemeChoice::kLight, "light"},
    {ThemeChoice::kDark, "dark"},
}};

// The copy of a file that could not be read whole, for its owner to correct.
std::filesystem::path copy_of(std::filesystem::path path) {
  path += ".broken";
  return path;
}

base::Error named(const std::filesystem::path& path, base::Error error) {
  error.sentence = path.string() + ": " + error.sentence;
  return error;
}

// Reads values one by one, so that each can fall back by itself.
class ValueReader {
 public:
  explicit ValueReader(const nlohmann::json& root) : root_(root) {}

  // Sets `into` to what `read` gives of the value in a section, unless the value is missing or
  // wrong.
  template <class Value, class Read>
  void take(const char* section, const char* key, Value& into, const Read& read) {
    known_.emplace_back(section, key);
    const auto part = root_.find(section);
    if (part == root_.end() || !part->is_object() || !part->contains(key)) return;
    SessionNode::Fault fault;
    Value value = read(SessionNode(root_, "", fault).at(section).at(key));
    if (fault) {
      faults_.push_back(fault->sentence);
    } else {
      into = std::move(value);
    }
  }

  void fault(std::string sentence) { faults_.push_back(std::move(sentence)); }

  // Says of each key that was not taken that it is unknown; then all faults.
  std::vector<std::string> end() {
    for (const auto& [section, values] : root_.items()) {
      if (section == kVersionKey) continue;
      if (std::ranges::find(known_, section, &Key::first) == known_.end()) {
        fault(tr("{key} is no key that this program knows", arg("key", section)));
      } else if (!values.is_object()) {
        fault(tr("{key} must be an object", arg("key", section)));
      } else {
        note_unknown(section, values);
      }
    }
    return std::move(faults_);
  }

 private:
  using Key = std::pair<std::string, std::string>;

  void note_unknown(const std::string& section, const nlohmann::json& values) {
    for (const auto& value : values.items()) {
      if (std::ranges::find(known_, Key(section, value.key())) != known_.end()) continue;
      fault(tr("{key} is no key that this program knows", arg("key", section + "." + value.key())));
    }
  }

  const nlohmann::json& root_;
  std::vector<Key> known_{};
  std::vector<std::string> faults_{};
};

bool read_flag(const SessionNode& node) {
  return node.flag();
}

// One value of the page, which must suit a page of defaults.
template <class Value>
auto on_page(Value ExportOptions::*member, figures::ExportFormat format,
             Value (*read)(const SessionNode&)) {
  return [=](const SessionNode& node) {
    ExportOptions page;
    page.*member = read(node);
    if (node.failed()) return page.*member;
    if (const auto checked = figures::check_options(page, format); !checked) {
      node.fail(checked.error());
    }
    return page.*member;
  };
}

void read_export(ValueReader& values, Preferences& into) {
  constexpr const char* kSection = "export";
  ExportOptions& page = into.page;
  values.take(kSection, "format", into.format,
              [](const SessionNode& node) { return node.one_of(figures::export_formats()); });
  const auto take_number = [&](const char* key, double ExportOptions::*member) {
    values.take(kSection, key, page.*member,
                on_page<double>(member, into.format,
                                [](const SessionNode& node) { return node.number(); }));
  };
  take_number("width_mm", &ExportOptions::width_mm);
  take_number("height_mm", &ExportOptions::height_mm);
  take_number("dpi", &ExportOptions::dpi);
  take_number("text_points", &ExportOptions::text_points);
  values.take(kSection, "theme", page.theme,
              [](const SessionNode& node) { return node.one_of(figures::theme_names()); });
  values.take(kSection, "transparent", page.transparent, read_flag);
  // Values that suit the defaults may be too much together.
  if (const auto checked = figures::check_options(page, into.format); !checked) {
    values.fault("export: " + checked.error().sentence);
    page = {};
  }
}

// A whole number that a window's place or size can be.
int read_extent(const SessionNode& node, int least) {
  constexpr int kMostExtent = 1 << 16;
  const std::int64_t value = node.whole();
  if (value >= least && value <= kMostExtent) return static_cast<int>(value);
  node.fail(tr_later("{place} must be from {least} to {most}"), arg("least", least),
            arg("most", kMostExtent));
  return 0;
}

std::optional<WindowPlacement> read_placement(const SessionNode& node) {
  constexpr int kLeastPlace = -(1 << 16);
  node.expect_keys({"x", "y", "width", "height", "maximized"});
  return WindowPlacement{read_extent(node.at("x"), kLeastPlace),
                         read_extent(node.at("y"), kLeastPlace), read_extent(node.at("width"), 1),
                         read_extent(node.at("height"), 1), node.at("maximized").flag()};
}

void read_window(ValueReader& values, WindowPreferences& into) {
  constexpr const char* kSection = "window";
  values.take(kSection, "lesson", into.lesson, read_flag);
  values.take(kSection, "inspector", into.inspector, read_flag);
  values.take(kSection, "figure", into.figure, read_flag);
  values.take(kSection, "reduced_motion", into.reduced_motion, read_flag);
  values.take(kSection, "theme", into.theme,
              [](const SessionNode& node) { return node.one_of(theme_choices()); });
  values.take(kSection, "language", into.language, [](const SessionNode& node) {
    std::string tag = node.text();
    const auto tags = languages::languages();
    if (!tag.empty() && std::ranges::find(tags, tag, &languages::Language::tag) == tags.end()) {
      node.fail(tr_later("{place} must be the tag of a language that is there, or empty"));
    }
    return tag;
  });
  values.take(kSection, "scale", into.scale, [](const SessionNode& node) {
    const double scale = node.number();
    if (!(scale >= kLeastScale && scale <= kMostScale)) {
      node.fail(tr_later("{place} must be from {least} to {most}"), arg("least", kLeastScale),
                arg("most", kMostScale));
    }
    return scale;
  });
  values.take(kSection, "placement", into.placement, read_placement);
}

base::Expected<void> keep_copy(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return {};
  const std::filesystem::path copy = copy_of(path);
  std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing, failed);
  if (!failed) return {};
  return base::fail(
      base::ErrorKind::kUnwritable,
      tr("{copy}: it cannot be written: {reason}; {file} stays as it is",
         arg("copy", copy.string()), arg("reason", failed.message()), arg("file", path.string())));
}

}  // namespace

std::span<const base::Name<ThemeChoice>> theme_choices() {
  return kThemeChoices;
}

std::optional<std::filesystem::path> preferences_path() {
  auto folder = user_folder(UserFolder::kConfig);
  if (folder) *folder /= "preferences.json";
  return folder;
}

std::string to_json(const Preferences& preferences) {
  const auto& page = preferences.page;
  const WindowPreferences& window = preferences.window;
  nlohmann::ordered_json json = {
      {kVersionKey, kVersion},
      {"export",
       {{"format", base::name_of(figures::export_formats(), preferences.format)},
        {"width_mm", page.width_mm},
        {"height_mm", page.height_mm},
        {"dpi", page.dpi},
        {"theme", base::name_of(figures::theme_names(), page.theme)},
        {"text_points", page.text_points},
        {"transparent", page.transparent}}},
      {"window",
       {{"lesson", window.lesson},
        {"inspector", window.inspector},
        {"figure", window.figure},
        {"reduced_motion", window.reduced_motion},
        {"theme", base::name_of(theme_choices(), window.theme)},
        {"language", window.language},
        {"scale", window.scale}}}};
  if (const auto& place = window.placement) {
    json["window"]["placement"] = {{"x", place->x},
                                   {"y", place->y},
                                   {"width", place->width},
                                   {"height", place->height},
                                   {"maximized", place->maximized}};
  }
  return json.dump(2) + "\n";
}

base::Expected<PreferencesRead> preferences_from_json(std::string_view text) {
  const auto json = document::parse_json(text);
  if (!json) return tl::unexpected(json.error());
  if (!json->is_object()) {
    return base::fail(base::ErrorKind::kMalformed, tr("the preferences must be a JSON object"));
  }
  PreferencesRead read;
  ValueReader values(*json);
  if (json->value(kVersionKey, nlohmann::json()) != kVersion) {
    values.fault(tr("{key} must be {value}", arg("key", kVersionKey), arg("value", kVersion)));
  }
  read_export(values, read.preferences);
  read_window(values, read.preferences.window);
  read.faults = values.end();
  return read;
}

base::Expected<PreferencesRead> read_preferences(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return PreferencesRead{};
  if (!std::filesystem::is_regular_file(path, failed)) {
    return base::fail(base::ErrorKind::kUnreadable, tr("it is no regular file"));
  }
  return io::read_file(path).and_then(preferences_from_json);
}

base::Expected<void> write_preferences(const std::filesystem::path& path,
                                       const Preferences& preferences) {
  if (auto checked = figures::check_options(preferences.page, preferences.format); !checked) {
    return tl::unexpected(named(path, checked.error()));
  }
  auto written = write_private_file(path, to_json(preferences));
  if (!written) return tl::unexpected(named(path, written.error()));
  return {};
}

PreferencesFile::PreferencesFile(std::optional<std::filesystem::path> path)
    : path_(std::move(path)) {
  if (!path_) return;
  auto read = read_preferences(*path_);
  if (!read) {
    fault_ = tr("{file}: {problem}; all preferences are the defaults", arg("file", path_->string()),
                arg("problem", read.error().sentence));
    return;
  }
  now_ = read->preferences;
  const auto& faults = read->faults;
  if (faults.empty()) return;
  const auto file = path_->string();
  fault_ = faults.size() == 1
               ? tr("{file}: {problem}; the default counts in its place", arg("file", file),
                    arg("problem", faults.front()))
               : tr("{file}: {problem}; the default counts in its place, and in that of {n} more",
                    arg("file", file), arg("problem", faults.front()), arg("n", faults.size() - 1));
}

std::string PreferencesFile::next_step() const {
  if (fault_.empty()) return {};
  return tr("the next choice replaces the file, and a copy is kept as {file}",
            arg("file", copy_of(*path_).filename().string()));
}

base::Expected<void> PreferencesFile::keep(const Preferences& next) {
  if (next == now_) return {};
  now_ = next;
  if (!path_) return {};
  if (!fault_.empty()) {
    if (auto kept = keep_copy(*path_); !kept) return kept;
  }
  auto written = write_preferences(*path_, now_);
  if (written) fault_.clear();
  return written;
}

}  // namespace normscope::open_save
