// SPDX-License-Identifier: MIT
// What a file is, found once: it is opened, recognized by its first bytes, and by the end of its
// name only where the bytes are ambiguous. What was read on the way is kept for those who read on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/document/session/session.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/open_save/kept_session.hpp"
#include "core/base/error.hpp"
#include "core/io/read_file.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

/// kKeptSession: what is kept of a session against a crash.
enum class FileKind { kSession, kLesson, kNotebook, kScript, kNumbers, kFigure, kKeptSession };

/// From the bytes that a file begins with, and its name.
/// By content: arrays and archives of them (NPY, NPZ, safetensors, checkpoints), figures (PDF, PNG,
/// SVG), lessons (+++), sessions, kept ones too, and Jupyter notebooks (JSON, by the first key),
/// scripts that name Python in their first line. By the end of the name, in upper or lower case:
/// .md, .py, .ipynb, .json and figures; numbers by any other.
FileKind file_kind(std::string_view front, const std::filesystem::path& name);

/// Whether a session is in a file of this kind.
bool is_session(FileKind kind);

/// Bytes from which a file is large: a smaller one is read within a frame. Of text that is parsed,
/// and of archives, whose names may take all their bytes, that is less.
inline constexpr std::uint64_t kLargeFile = std::uint64_t{4} << 20;
inline constexpr std::uint64_t kLargeText = std::uint64_t{256} << 10;

/// An open file. Parts are there once they were needed.
struct Probe {
  io::ArrayPlace place{};  // the file, and of an archive the array that was named
  FileKind kind = FileKind::kNumbers;
  std::optional<io::Arrays> arrays{};  // of numbers; none: a table
  bool listed = true;                  // false: an archive whose arrays are not known yet
  bool may_swell = false;              // a person agreed to what io::ArrayEntry::swells
  std::string front{};                 // whole lines of a table that a person is asked about
  std::optional<document::ParsedSession> session{};  // also that of a figure
  std::shared_ptr<const DigestList> agreed{};  // the files that a session may name; none: as empty
  bool restores = false;  // a kept session is this computer's own: its header's files are opened
  std::optional<KeptHeader> kept{};
  std::uint64_t size = 0;                  // of the file, in bytes
  std::optional<io::FileStamp> stamp{};    // none: no regular file
  std::optional<io::ByteSource> source{};  // none: a pipe that is not open yet
};

/// What may take long is left alone by a window's thread: pipes, whose writers may be silent, and
/// the lists of large archives.
enum class Pipes { kRead, kLeave };

/// Opens a file; of FILE:NAME, as io::array_place takes it apart, FILE.
/// errors  as io::ByteSource and, of numbers, io::arrays_in
base::Expected<Probe> probe(const std::filesystem::path& path, Pipes pipes = Pipes::kRead);

/// Opens a pipe that was left alone; for a background thread.
/// errors  as probe
base::Expected<void> open_pipe(Probe& probe);

/// Lists the arrays of an archive, unless that was done.
/// errors  as io::arrays_in
base::Expected<void> list_arrays(Probe& probe, const std::stop_token& stop = {});

/// All its bytes, once.
/// errors  as io::ByteSource::read_rest
base::Expected<std::string> text_of(Probe& probe, const std::stop_token& stop = {});

/// Parses the session of a session, kept or saved, or of a figure, unless that was done.
/// errors  as text_of, figures::read_state, kept_header and document::parse_session
base::Expected<void> parse_session(Probe& probe, const std::stop_token& stop = {});

}  // namespace normscope::open_save
