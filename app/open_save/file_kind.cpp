// SPDX-License-Identifier: MIT
#include "app/open_save/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>

#include "app/open_save/save_figure.hpp"
#include "core/io/archive.hpp"
#include "core/io/npy.hpp"
#include "core/io/read_file.hpp"
#include "core/io/tensor_file.hpp"

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

FileKind file_kind(std::string_view front, const std::filesystem::path& name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (io::is_npy(front) || io::is_archive(front)) return FileKind::kNumbers;
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

base::Expected<FileKind> file_kind(const std::filesystem::path& place) {
  const std::filesystem::path path = io::array_place(place).file;
  std::error_code failed;
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed)) {
    return file_kind("", path);
  }
  const auto source = io::ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  const auto front = source->peek(kFront);
  if (!front) return tl::unexpected(front.error());
  return file_kind(*front, path);
}

}  // namespace normscope::open_save
