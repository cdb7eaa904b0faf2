// SPDX-License-Identifier: MIT
#include "app/open_save/recent_files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/document/session/node.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::open_save {

namespace {

constexpr const char* kRecentVersionKey = "normscope_recent";
constexpr int kRecentVersion = 1;

bool lists(const std::vector<RecentFile>& files, const std::filesystem::path& path) {
  return std::ranges::find(files, path, &RecentFile::path) != files.end();
}

}  // namespace

std::optional<std::filesystem::path> recent_path() {
  auto folder = user_folder(UserFolder::kState);
  if (folder) *folder /= "recent.json";
  return folder;
}

std::string to_json(const std::vector<RecentFile>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RecentFile& file : files) {
    list.push_back({{"path", file.path.string()}, {"used", file.used}});
  }
  const nlohmann::ordered_json json = {{kRecentVersionKey, kRecentVersion}, {"files", list}};
  return json.dump(2) + "\n";
}

base::Expected<std::vector<RecentFile>> recent_from_json(std::string_view text) {
  const auto json = document::parse_json(text);
  if (!json) return tl::unexpected(json.error());
  document::SessionNode::Fault fault;
  const document::SessionNode root(*json, "", fault);
  root.expect_keys({kRecentVersionKey, "files"});
  if (root.at(kRecentVersionKey).whole() != kRecentVersion) {
    root.at(kRecentVersionKey).fail(tr_later("{place} must be 1"));
  }
  std::vector<RecentFile> files;
  for (const document::SessionNode& node : root.at("files").items()) {
    node.expect_keys({"path", "used"});
    RecentFile file{node.at("path").text(), node.at("used").whole()};
    if (!file.path.is_absolute()) node.at("path").fail(tr_later("{place} must be absolute"));
    if (lists(files, file.path)) node.at("path").fail(tr_later("{place} occurs twice"));
    files.push_back(std::move(file));
  }
  if (files.size() > kMostRecent) root.at("files").fail(tr_later("{place} must be ten at most"));
  if (fault) return tl::unexpected(*std::move(fault));
  return files;
}

RecentFiles::RecentFiles(std::optional<std::filesystem::path> path) : path_(std::move(path)) {
  read();
}

void RecentFiles::read() {
  if (!path_) return;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(*path_, failed)) return;
  const auto text = io::read_file(*path_);
  if (!text) return;
  auto files = recent_from_json(*text);
  files_ = files ? *std::move(files) : std::vector<RecentFile>{};
}

base::Expected<void> RecentFiles::write() const {
  if (!path_) return {};
  return write_private_file(*path_, to_json(files_));
}

std::vector<std::filesystem::path> RecentFiles::folders() const {
  std::vector<std::filesystem::path> folders;
  for (const RecentFile& file : files_) {
    const std::filesystem::path folder = file.path.parent_path();
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  }
  return folders;
}

base::Expected<void> RecentFiles::add(const std::filesystem::path& file, std::int64_t now) {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::absolute(file, failed).lexically_normal();
  // JSON holds no other bytes: such a file is opened like any other, but not listed.
  if (failed || text::first_invalid(path.string())) return {};
  read();
  std::erase_if(files_, [&](const RecentFile& other) { return other.path == path; });
  files_.insert(files_.begin(), {path, now});
  if (files_.size() > kMostRecent) files_.resize(kMostRecent);
  return write();
}

base::Expected<void> RecentFiles::clear() {
  files_.clear();
  return write();
}

}  // namespace normscope::open_save
