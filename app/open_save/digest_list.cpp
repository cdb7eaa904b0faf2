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

std::string exercises_digest() {
  return digest_of("exercises\n");
}

std::string path_digest(const std::filesystem::path& path) {
  return digest_of("path\n" + path.native());
}

DigestList::DigestList(std::optional<std::filesystem::path> file) : file_(std::move(file)) {
  for (Entry& entry : read()) known_.insert(std::move(entry));
}

std::string DigestList::word_of(const std::string& digest) const {
  const auto found = known_.find(digest);
  return found == known_.end() ? std::string() : found->second;
}

// Oldest first. A line is a digest, and behind a space its word.
std::vector<DigestList::Entry> DigestList::read() const {
  std::vector<Entry> entries;
  std::error_code failed;
  constexpr std::uintmax_t kMostBytes = kMostDigests * (kDigits + 1 + kMostWordBytes + 1);
  if (!file_ || !std::filesystem::is_regular_file(*file_, failed)) return entries;
  if (std::filesystem::file_size(*file_, failed) > kMostBytes || failed) return entries;
  const auto text = io::read_file(*file_);
  if (!text) return entries;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    const bool has_word = line.size() > kDigits + 1 && line[kDigits] == ' ';
    const std::string_view digest = has_word ? line.substr(0, kDigits) : line;
    if (!is_digest(digest)) return {};
    entries.emplace_back(digest, has_word ? line.substr(kDigits + 1) : "");
  }
  return entries;
}

void DigestList::add(const std::string& digest, const std::string& word) {
  const auto [known, is_new] = known_.try_emplace(digest, word);
  if (!is_new && std::exchange(known->second, word) == word) return;
  if (!file_ || word.size() > kMostWordBytes || word.find('\n') != std::string::npos) return;
  std::vector<Entry> entries = read();
  std::erase_if(entries, [&](const Entry& entry) { return entry.first == digest; });
  entries.emplace_back(digest, word);
  if (entries.size() > kMostDigests) entries.erase(entries.begin());
  std::string text;
  for (const auto& [each, its_word] : entries) {
    text += its_word.empty() ? each + "\n" : fmt::format("{} {}\n", each, its_word);
  }
  (void)write_private_file(*file_, text);
}

}  // namespace normscope::open_save
