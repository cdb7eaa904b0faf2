// SPDX-License-Identifier: MIT
// Sessions that are kept against a crash: a document with its unsaved changes in a file of its own,
// below one line on where it came from. The file has a lock while a program works on it; one
// without is what a crash left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/open_save/file_lock.hpp"
#include "app/open_save/file_watch.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

/// The first line of a kept session.
struct KeptHeader {
  std::string name{};  // of the file that the document is from; may be empty
  std::optional<std::filesystem::path> path{};    // of the session file that saving writes to
  std::optional<FileStamp> stamp{};               // of that file when it was read or written
  std::optional<std::filesystem::path> lesson{};  // the file of the lesson or notebook at hand
  std::int64_t when = 0;                          // in seconds since 1970, UTC
  std::string holds{};                            // the document in words
  bool operator==(const KeptHeader&) const = default;
};

/// A kept session that no program works on, with its lock: no other program offers it meanwhile.
struct KeptSession {
  std::filesystem::path file{};
  FileLock lock{};
  KeptHeader header{};
};

/// What crashes left in a folder.
struct FoundSessions {
  std::vector<KeptSession> sessions{};  // the newest first
  std::vector<std::string> faults{};    // a sentence for each that could not be read
};

/// The most kept sessions without a program: beyond that, and beyond these bytes together, the
/// oldest are removed at a start.
inline constexpr std::size_t kMostKept = 20;
inline constexpr std::uintmax_t kMostKeptBytes = std::uintmax_t{1} << 30;

std::string kept_text(const KeptHeader& header, std::string_view session);

/// The header of a kept session's text, of which the first line is enough.
/// errors  Malformed: no such header
base::Expected<KeptHeader> kept_header(std::string_view text);

/// The header of a kept session's file; the session is not read.
/// errors  as io::ByteSource and kept_header
base::Expected<KeptHeader> read_kept_header(const std::filesystem::path& file);

/// The session below the header.
std::string_view session_below_header(std::string_view text);

/// The sessions of a folder that no program works on; removes the oldest beyond the bounds above.
/// What cannot be read is set aside.
FoundSessions find_kept_sessions(const std::filesystem::path& folder);

/// Renames a kept session that cannot be read, so that it is not offered again: the new path.
std::filesystem::path set_kept_aside(const std::filesystem::path& file);

/// Makes the lock of a kept session that does not exist yet, in this folder.
/// errors  as FileLock::take
base::Expected<KeptSession> new_kept_session(const std::filesystem::path& folder);

}  // namespace normscope::open_save
