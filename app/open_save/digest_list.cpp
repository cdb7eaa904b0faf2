// SPDX-License-Identifier: MIT
#include "app/open_save/digest_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/document/file_digest.hpp"
#include "app/lessons/cells.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/io/read_file.hpp"
#include "core/text/lines.hpp"

namespace normscope::open_save {
namespace {

constexpr std::size_t kDigits = 64;  // of a digest

bool is_digest(std::string_view line) {
  return line.size() == kDigits &&
         line.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Reading bytes in memory does not fail.
std::string digest_of(std::string_view bytes) {
  return document::sha256_of(io::ByteSource::of(bytes)).value_or("");
}

}  // namespace

std::string cells_digest(const lessons::Lesson& lesson) {
  std::string all = "cells\n";
  // With their sizes: code that stands in two cells is not the same in one.
  for (const lessons::Cell& cell : lessons::cells_of(lesson)) {
    all += fmt::format("{}\n{}\n", cell.source.size(), cell.source);
  }
  return digest_of(all);
}

std::string path_digest(const std::filesystem::path& path) {
  return digest_of("path\n" + path.native());
}

DigestList::DigestList(std::optional<std::filesystem::path> file) : file_(std::move(file)) {
  for (std::string& digest : read()) known_.insert(std::move(digest));
}

// Oldest first.
std::vector<std::string> DigestList::read() const {
  std::vector<std::string> digests;
  std::error_code failed;
  constexpr std::uintmax_t kMostBytes = kMostDigests * (kDigits + 1);
  if (!file_ || !std::filesystem::is_regular_file(*file_, failed)) return digests;
  if (std::filesystem::file_size(*file_, failed) > kMostBytes || failed) return digests;
  const auto text = io::read_file(*file_);
  if (!text) return digests;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    if (!is_digest(line)) return {};
    digests.emplace_back(line);
  }
  return digests;
}

void DigestList::add(const std::string& digest) {
  if (!known_.insert(digest).second || !file_) return;
  std::vector<std::string> digests = read();
  std::erase(digests, digest);
  digests.push_back(digest);
  if (digests.size() > kMostDigests) digests.erase(digests.begin());
  std::string text;
  for (const std::string& each : digests) text += each + "\n";
  (void)write_private_file(*file_, text);
}

}  // namespace normscope::open_save
