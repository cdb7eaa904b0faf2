// SPDX-License-Identifier: MIT
#include "app/open_save/preferences.hpp"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/document/session/node.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/io/read_file.hpp"
#include "core/io/write_files.hpp"

namespace normscope::open_save {
namespace {

using document::SessionNode;

constexpr const char* kVersionKey = "normscope_preferences";
constexpr int kVersion = 1;

base::Error named(const std::filesystem::path& path, base::Error error) {
  error.sentence = path.string() + ": " + error.sentence;
  return error;
}

}  // namespace

std::optional<std::filesystem::path> preferences_path() {
  auto folder = user_folder(UserFolder::kConfig);
  if (folder) *folder /= "preferences.json";
  return folder;
}

std::string to_json(const Preferences& preferences) {
  const auto& page = preferences.page;
  const nlohmann::ordered_json json = {
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
       {{"lesson", preferences.window.lesson},
        {"inspector", preferences.window.inspector},
        {"figure", preferences.window.figure},
        {"reduced_motion", preferences.window.reduced_motion}}}};
  return json.dump(2) + "\n";
}

base::Expected<Preferences> preferences_from_json(std::string_view text) {
  const auto json = document::parse_json(text);
  if (!json) return tl::unexpected(json.error());
  SessionNode::Fault fault;
  const SessionNode root(*json, "", fault);
  const bool has_window = root.has("window");
  if (has_window) {
    root.expect_keys({kVersionKey, "export", "window"});
  } else {
    root.expect_keys({kVersionKey, "export"});
  }
  if (root.at(kVersionKey).whole() != kVersion) root.at(kVersionKey).fail("must be 1");
  const SessionNode node = root.at("export");
  node.expect_keys(
      {"format", "width_mm", "height_mm", "dpi", "theme", "text_points", "transparent"});
  Preferences preferences;
  preferences.format = node.at("format").one_of(figures::export_formats());
  figures::ExportOptions& page = preferences.page;
  page.width_mm = node.at("width_mm").number();
  page.height_mm = node.at("height_mm").number();
  page.dpi = node.at("dpi").number();
  page.theme = node.at("theme").one_of(figures::theme_names());
  page.text_points = node.at("text_points").number();
  page.transparent = node.at("transparent").flag();
  if (has_window) {
    const SessionNode window = root.at("window");
    window.expect_keys({"lesson", "inspector", "figure", "reduced_motion"});
    preferences.window = {.lesson = window.at("lesson").flag(),
                          .inspector = window.at("inspector").flag(),
                          .figure = window.at("figure").flag(),
                          .reduced_motion = window.at("reduced_motion").flag()};
  }
  if (fault) return tl::unexpected(*std::move(fault));
  if (const auto checked = figures::check_options(page, preferences.format); !checked) {
    return tl::unexpected(checked.error());
  }
  return preferences;
}

base::Expected<Preferences> read_preferences(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return Preferences{};
  const auto text = io::read_file(path);
  if (!text) return tl::unexpected(named(path, text.error()));
  auto preferences = preferences_from_json(*text);
  if (!preferences) return tl::unexpected(named(path, preferences.error()));
  return preferences;
}

base::Expected<void> write_preferences(const std::filesystem::path& path,
                                       const Preferences& preferences) {
  if (auto checked = figures::check_options(preferences.page, preferences.format); !checked) {
    return tl::unexpected(named(path, checked.error()));
  }
  // The error is ignored here: writing reports it when the directories are missing.
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  auto written = io::write_file(path, to_json(preferences));
  if (!written) return tl::unexpected(named(path, written.error()));
  return {};
}

PreferencesFile::PreferencesFile(std::optional<std::filesystem::path> path)
    : path_(std::move(path)) {
  if (!path_) return;
  auto read = read_preferences(*path_);
  if (read) {
    now_ = *std::move(read);
  } else {
    fault_ = read.error().sentence;
  }
}

base::Expected<void> PreferencesFile::keep(const Preferences& next) {
  if (next == now_) return {};
  now_ = next;
  if (!path_) return {};
  auto written = write_preferences(*path_, now_);
  if (written) fault_.clear();
  return written;
}

}  // namespace normscope::open_save
