// SPDX-License-Identifier: MIT
#include "app/open_save/probe.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>
#include <utility>

#include "app/figures/export/state.hpp"
#include "app/open_save/save_figure.hpp"
#include "core/io/checkpoint.hpp"
#include "core/io/read_file.hpp"
#include "core/io/safetensors.hpp"
#include "core/io/shards.hpp"
#include "core/io/zip_file.hpp"

namespace normscope::open_save {

namespace {

// Bytes read from the front of a file: enough for the blanks and comments before the first word.
constexpr std::size_t kFront = 4096;

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

// The first key of a JSON object; nothing when the text is no object.
std::optional<std::string_view> first_key(std::string_view text) {
  if (!text.starts_with('{')) return std::nullopt;
  text.remove_prefix(1);
  skip_blanks(text);
  if (!text.starts_with('"')) return std::nullopt;
  text.remove_prefix(1);
  return text.substr(0, text.find('"'));
}

// The keys of nbformat 4 and 3. The reader rejects version 3 as too old.
bool is_notebook_key(std::string_view key) {
  constexpr std::array<std::string_view, 5> kKeys = {"cells", "metadata", "nbformat",
                                                     "nbformat_minor", "worksheets"};
  return std::ranges::find(kKeys, key) != kKeys.end();
}

std::optional<FileKind> kind_by_name(const std::filesystem::path& name) {
  const std::string extension = extension_of(name);
  if (extension == ".json") return FileKind::kSession;
  if (extension == ".md") return FileKind::kLesson;
  if (extension == ".ipynb") return FileKind::kNotebook;
  if (extension == ".py") return FileKind::kScript;
  const bool figure = extension == ".svg" || extension == ".pdf" || extension == ".png";
  return figure ? std::optional(FileKind::kFigure) : std::nullopt;
}

}  // namespace

bool is_session(FileKind kind) {
  return kind == FileKind::kSession || kind == FileKind::kKeptSession || kind == FileKind::kFigure;
}

FileKind file_kind(std::string_view front, const std::filesystem::path& name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (io::begins_as_arrays(front) || io::is_index(name)) return FileKind::kNumbers;
  if (front.starts_with("\x89PNG\r\n") || front.starts_with("%PDF-")) return FileKind::kFigure;
  std::string_view text = front;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.starts_with("+++\n") || text.starts_with("+++\r\n")) return FileKind::kLesson;
  const std::string_view first_line = text.substr(0, text.find('\n'));
  if (first_line.starts_with("#!") && first_line.find("python") != std::string_view::npos) {
    return FileKind::kScript;
  }
  skip_blanks(text);
  if (text.starts_with("<?xml") || text.starts_with("<svg")) return FileKind::kFigure;
  const auto by_name = kind_by_name(name);
  if (const auto key = first_key(text)) {
    if (is_notebook_key(*key)) return FileKind::kNotebook;
    if (*key == "normscope_kept") return FileKind::kKeptSession;
    // A table of numbers has no braces. A script may begin with a dictionary. For a broken notebook
    // the reader reports the error.
    return *key == "normscope_session" ? FileKind::kSession : by_name.value_or(FileKind::kSession);
  }
  return by_name.value_or(FileKind::kNumbers);
}

Expected<Probe> probe(const std::filesystem::path& path, Pipes pipes) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  const bool pipe = std::filesystem::is_fifo(status) || std::filesystem::is_socket(status);
  if (pipe && pipes == Pipes::kLeave) return Probe{{path}};
  auto opened = io::open_place(path);
  if (!opened) return tl::unexpected(opened.error());
  auto& [place, source] = *opened;
  const auto front = source.peek(kFront);
  if (!front) return tl::unexpected(front.error());
  Probe found{place, file_kind(*front, place.file)};
  found.stamp = source.stamp();
  found.size = source.remaining();
  found.source = std::move(source);
  if (found.kind == FileKind::kNumbers) {
    found.listed = false;
    const bool archive =
        io::is_zip(*front) || io::is_safetensors(*front) || io::is_old_checkpoint(*front);
    const bool now = pipes == Pipes::kRead || !archive || found.size < kLargeText;
    const auto listed = now ? list_arrays(found) : Expected<void>();
    if (!listed) return tl::unexpected(listed.error());
  }
  return found;
}

Expected<void> list_arrays(Probe& probe, const std::stop_token& stop) {
  if (probe.listed) return {};
  auto arrays = io::arrays_in(*probe.source, probe.place.file, stop);
  if (!arrays) return tl::unexpected(arrays.error());
  probe.arrays = *std::move(arrays);
  probe.listed = true;
  return {};
}

Expected<void> open_pipe(Probe& probe) {
  if (probe.source) return {};
  auto found = open_save::probe(probe.place.file);
  if (!found) return tl::unexpected(found.error());
  found->agreed = std::move(probe.agreed);
  found->restores = probe.restores;
  probe = *std::move(found);
  return {};
}

Expected<std::string> text_of(Probe& probe, const std::stop_token& stop) {
  return probe.source->read_rest(stop);
}

Expected<void> parse_session(Probe& probe, const std::stop_token& stop) {
  if (probe.session) return {};
  auto text = text_of(probe, stop);
  if (text && probe.kind == FileKind::kFigure) text = figures::read_state(*text);
  if (!text) return tl::unexpected(text.error());
  std::string_view session = *text;
  if (probe.kind == FileKind::kKeptSession) {
    auto header = kept_header(session);
    if (!header) return tl::unexpected(header.error());
    probe.kept = *std::move(header);
    session = session_below_header(session);
  }
  auto parsed = document::parse_session(session, stop);
  if (!parsed) return tl::unexpected(parsed.error());
  probe.session = *std::move(parsed);
  return {};
}

}  // namespace normscope::open_save
