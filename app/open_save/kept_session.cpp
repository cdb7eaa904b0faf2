// SPDX-License-Identifier: MIT
#include "app/open_save/kept_session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/document/session/node.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

using document::SessionNode;

namespace fs = std::filesystem;

namespace {

constexpr const char* kKeptKey = "normscope_kept";
constexpr int kKeptVersion = 1;
constexpr const char* kKeptExtension = ".session";
constexpr const char* kAsideExtension = ".broken";
// Far beyond the longest path and the words.
constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 16;

fs::path lock_beside(const fs::path& file) {
  return fs::path(file).replace_extension(".lock");
}

std::optional<FileStamp> read_stamp(const SessionNode& node) {
  node.expect_keys({"time", "bytes"});
  const auto time = fs::file_time_type::duration(node.at("time").whole());
  return FileStamp{fs::file_time_type(time), node.at("bytes").count()};
}

struct KeptFile {
  fs::path path{};
  fs::file_time_type time{};
  std::uintmax_t bytes = 0;
};

// The kept sessions of a folder and those set aside, the newest first.
std::vector<KeptFile> kept_files(const fs::path& folder) {
  std::vector<KeptFile> files;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const fs::path extension = at->path().extension();
    const auto stamp = stamp_of(at->path());
    if ((extension != kKeptExtension && extension != kAsideExtension) || !stamp) continue;
    files.push_back({at->path(), stamp->time, stamp->bytes});
  }
  std::ranges::sort(files, std::ranges::greater(), &KeptFile::time);
  return files;
}

}  // namespace

std::string kept_text(const KeptHeader& header, std::string_view session) {
  nlohmann::ordered_json json = {{kKeptKey, kKeptVersion},
                                 {"name", header.name},
                                 {"when", header.when},
                                 {"holds", header.holds}};
  if (header.path) json["path"] = header.path->string();
  if (header.lesson) json["lesson"] = header.lesson->string();
  if (header.stamp) {
    json["stamp"] = {{"time", header.stamp->time.time_since_epoch().count()},
                     {"bytes", header.stamp->bytes}};
  }
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return text.append("\n").append(session);
}

Expected<KeptHeader> kept_header(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return fail(ErrorKind::kMalformed, tr("its first line is not complete"));
  }
  const auto json = document::parse_json(text.substr(0, end));
  if (!json) return tl::unexpected(json.error());
  SessionNode::Fault fault;
  const SessionNode root(*json, "", fault);
  if (root.at(kKeptKey).whole() != kKeptVersion)
    root.at(kKeptKey).fail(tr_later("{place} must be 1"));
  KeptHeader header;
  header.name = root.at("name").text();
  header.when = root.at("when").whole();
  header.holds = root.at("holds").text();
  if (root.has("path")) header.path = root.at("path").text();
  if (root.has("lesson")) header.lesson = root.at("lesson").text();
  if (root.has("stamp")) header.stamp = read_stamp(root.at("stamp"));
  if (fault) return tl::unexpected(*std::move(fault));
  return header;
}

Expected<KeptHeader> read_kept_header(const fs::path& file) {
  auto source = io::ByteSource::open(file);
  if (!source) return tl::unexpected(source.error());
  return source->peek(kMostHeaderBytes).and_then(kept_header);
}

std::string_view session_below_header(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

FoundSessions find_kept_sessions(const fs::path& folder) {
  FoundSessions found;
  std::size_t count = 0;
  std::uintmax_t bytes = 0;
  for (const KeptFile& file : kept_files(folder)) {
    auto lock = FileLock::take(lock_beside(file.path));
    if (!lock) continue;  // a program works on it
    std::error_code none;
    if (!fs::exists(file.path, none)) continue;  // its program has just ended
    ++count;
    bytes += file.bytes;
    if (count > kMostKept || bytes > kMostKeptBytes) {
      fs::remove(file.path, none);
    } else if (file.path.extension() == kKeptExtension) {
      auto header = read_kept_header(file.path);
      if (header) {
        found.sessions.push_back({file.path, *std::move(lock), *std::move(header)});
      } else {
        const fs::path aside = set_kept_aside(file.path);
        found.faults.push_back(
            tr("unsaved changes of a session could not be read: {reason}; the file is now {file}",
               arg("reason", header.error().sentence), arg("file", aside.string())));
      }
    }
  }
  return found;
}

fs::path set_kept_aside(const fs::path& file) {
  fs::path aside = fs::path(file).replace_extension(kAsideExtension);
  std::error_code failed;
  fs::rename(file, aside, failed);
  return failed ? file : aside;
}

Expected<KeptSession> new_kept_session(const fs::path& folder) {
  // More than an earlier process of this number, and all objects of this one, have.
  constexpr int kMostNames = 1000;
  Expected<FileLock> lock = fail(ErrorKind::kUnwritable, tr("all names are taken"));
  for (int number = 0; number < kMostNames; ++number) {
    const fs::path file = folder / fmt::format("{}-{}{}", getpid(), number, kKeptExtension);
    std::error_code none;
    if (fs::exists(file, none)) continue;
    lock = FileLock::take(lock_beside(file));
    if (lock) return KeptSession{file, *std::move(lock), {}};
    if (lock.error().kind != ErrorKind::kUnavailable) break;
  }
  return tl::unexpected(lock.error());
}

}  // namespace normscope::open_save
