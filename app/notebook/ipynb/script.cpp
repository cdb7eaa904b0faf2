// SPDX-License-Identifier: MIT
// The bytes of a `.py` file as text: byte order marks, the encoding line, UTF-8.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "app/notebook/ipynb/notebook_file.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::ipynb {

using base::ErrorKind;
using base::Expected;
using base::fail;
using text::arg;
using text::tr;

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

enum class Encoding : std::uint8_t { kUtf8, kAscii, kLatin1 };

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

bool names_encoding(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

// What a comment such as `# -*- coding: latin-1 -*-` names.
std::optional<std::string> declared_in(std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with('#')) return std::nullopt;
  constexpr std::string_view kWord = "coding";
  for (auto at = line.find(kWord); at != std::string_view::npos; at = line.find(kWord, at + 1)) {
    std::string_view rest = line.substr(at + kWord.size());
    if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) continue;
    rest = without_blanks(rest.substr(1));
    std::string name;
    for (; !rest.empty() && names_encoding(rest.front()); rest.remove_prefix(1)) {
      name += rest.front();
    }
    if (!name.empty()) return name;
  }
  return std::nullopt;
}

// The first two lines are looked at; the second only when the first holds no code.
std::optional<std::string> declared_encoding(std::string_view text) {
  for (int number = 1; number <= 2; ++number) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    if (auto name = declared_in(line)) return name;
    const std::string_view code = without_blanks(line);
    if (!code.empty() && !code.starts_with('#')) return std::nullopt;
    text.remove_prefix(end);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
  }
  return std::nullopt;
}

std::optional<Encoding> encoding_of(std::string name) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if (c == '_') c = '-';
  }
  constexpr std::array<std::pair<std::string_view, Encoding>, 12> kNames = {{
      {"utf-8", Encoding::kUtf8},
      {"utf8", Encoding::kUtf8},
      {"u8", Encoding::kUtf8},
      {"utf-8-sig", Encoding::kUtf8},
      {"ascii", Encoding::kAscii},
      {"us-ascii", Encoding::kAscii},
      {"latin-1", Encoding::kLatin1},
      {"latin1", Encoding::kLatin1},
      {"l1", Encoding::kLatin1},
      {"iso-8859-1", Encoding::kLatin1},
      {"iso8859-1", Encoding::kLatin1},
      {"iso-latin-1", Encoding::kLatin1},
  }};
  for (const auto& [known, encoding] : kNames) {
    if (known == name) return encoding;
  }
  return std::nullopt;
}

// The first byte that is no text of the encoding.
std::optional<std::size_t> first_wrong(std::string_view text, Encoding encoding) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    std::size_t length = 1;
    if (byte >= 0x80) {
      if (encoding == Encoding::kAscii) return at;
      const text::Character next = text::first_character(text.substr(at));
      if (next.bytes == 1) return at;
      length = next.bytes;
    }
    at += length;
  }
  return std::nullopt;
}

std::string from_latin1(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text::append(text, static_cast<unsigned char>(c));
  return text;
}

std::int64_t line_at(std::string_view text, std::size_t at) {
  return 1 + std::ranges::count(text.substr(0, at), '\n');
}

}  // namespace

Expected<NotebookFile> read_script(std::string_view bytes) {
  if (bytes.size() > kMostBytes) {
    return fail(ErrorKind::kTooLarge, tr("the script has {n} bytes, more than {most}",
                                         arg("n", bytes.size()), arg("most", kMostBytes)));
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return fail(ErrorKind::kUnsupported,
                std::string(tr("the script is UTF-16, and Python reads UTF-8")),
                std::string(tr("save it as UTF-8")));
  }
  const bool marked = bytes.starts_with(kMark);
  if (marked) bytes.remove_prefix(kMark.size());
  const std::string declared = declared_encoding(bytes).value_or("utf-8");
  const auto encoding = encoding_of(declared);
  if (!encoding) {
    return fail(ErrorKind::kUnsupported,
                tr("the script declares the encoding {encoding}, and only UTF-8, ASCII and Latin-1 "
                   "are read",
                   arg("encoding", declared)),
                std::string(tr("save it as UTF-8")));
  }
  if (marked && *encoding != Encoding::kUtf8) {
    return fail(ErrorKind::kMalformed,
                tr("the script begins with UTF-8's byte order mark and declares {encoding}",
                   arg("encoding", declared)));
  }
  if (const auto zero = bytes.find('\0'); zero != std::string_view::npos) {
    return fail(ErrorKind::kMalformed, tr("line {n} holds a null byte, which no source code does",
                                          arg("n", line_at(bytes, zero))));
  }
  NotebookCell cell;
  if (*encoding == Encoding::kLatin1) {
    cell.source = from_latin1(bytes);
  } else if (const auto wrong = first_wrong(bytes, *encoding)) {
    const std::int64_t line = line_at(bytes, *wrong);
    const auto byte = static_cast<unsigned char>(bytes[*wrong]);
    return fail(ErrorKind::kMalformed,
                *encoding == Encoding::kAscii
                    ? tr("line {n} is not ASCII, as declared: it holds the byte 0x{byte:02x}",
                         arg("n", line), arg("byte", byte))
                    : tr("line {n} is not UTF-8: it holds the byte 0x{byte:02x}", arg("n", line),
                         arg("byte", byte)),
                std::string(tr("save it as UTF-8, or declare its encoding in the first line")));
  } else {
    cell.source = bytes;
  }
  NotebookFile file{FileKind::kScript, {}};
  file.cells.push_back(std::move(cell));
  return file;
}

}  // namespace normscope::notebook::ipynb
