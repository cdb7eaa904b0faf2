// SPDX-License-Identifier: MIT
#include "app/lessons/toml_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

int TomlFaults::line_of(const toml::node& node) const {
  // A table that the text only implies has line 0.
  const auto line = static_cast<int>(node.source().begin.line);
  return first_line + std::max(line, 1) - 1;
}

void TomlFaults::refuse(const toml::node& node, ErrorKind kind, std::string_view what,
                        std::string hint) {
  if (error) return;
  error =
      base::Error{kind, tr("line {line}: {what}", arg("line", line_of(node)), arg("what", what)),
                  std::move(hint)};
}

namespace {

// Most parts of a dotted key: a lesson's have two.
constexpr int kMostKeyParts = 32;

// Goes past a text in quotation marks, or a comment; without an end it reaches to the end.
void skip_quoted(std::string_view& toml) {
  const char quote = toml.front();
  if (quote == '#') return toml.remove_prefix(std::min(toml.find('\n'), toml.size()));
  const std::string three(3, quote);
  const std::string_view end =
      toml.starts_with(three) ? std::string_view(three) : toml.substr(0, 1);
  std::size_t at = end.size();
  while (at < toml.size() && !toml.substr(at).starts_with(end)) {
    if (end.size() == 1 && toml[at] == '\n') break;
    at += quote == '"' && toml[at] == '\\' ? 2 : 1;
  }
  toml.remove_prefix(std::min(at + end.size(), toml.size()));
  // Three quotation marks may end a text whose last characters are such marks, too.
  while (end.size() == 3 && toml.starts_with(quote)) toml.remove_prefix(1);
}

// The line, from 0, of a key with so many parts ("a.b.c" has three) that the library, which makes a
// table of each and frees them by recursion, would run off the end of the stack.
std::optional<int> line_of_long_key(std::string_view text) {
  int dots = 0;
  std::string_view toml = text;
  while (!toml.empty()) {
    const char c = toml.front();
    if (c == '"' || c == '\'' || c == '#') {
      skip_quoted(toml);
      continue;
    }
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots = 0;
    if (c == '.' && ++dots == kMostKeyParts) {
      const std::string_view before = text.substr(0, text.size() - toml.size());
      return static_cast<int>(std::ranges::count(before, '\n'));
    }
    toml.remove_prefix(1);
  }
  return std::nullopt;
}

}  // namespace

Expected<toml::table> parse_toml(std::string_view text, int first_line) {
  if (const auto long_key = line_of_long_key(text)) {
    return base::fail(ErrorKind::kMalformed,
                      tr("line {line}: a key has more than {most} parts",
                         arg("line", first_line + *long_key), arg("most", kMostKeyParts)));
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto line = first_line + static_cast<int>(error.source().begin.line) - 1;
    std::string what(error.description());
    // The library's messages may have several lines; the first one is enough.
    what.erase(std::min(what.find('\n'), what.size()));
    return base::fail(ErrorKind::kMalformed,
                      tr("line {line}: not TOML: {what}", arg("line", line), arg("what", what)));
  }
}

const toml::node* TomlTable::any(std::string_view key) {
  known_keys_.emplace_back(key);
  return table_.get(key);
}

std::optional<std::string> TomlTable::text(std::string_view key) {
  const toml::node* node = any(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_string()) return value->get();
  refuse(key, tr("'{key}' must be a text in quotation marks", arg("key", key)));
  return std::nullopt;
}

std::optional<bool> TomlTable::flag(std::string_view key) {
  const toml::node* node = any(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_boolean()) return value->get();
  refuse(key, tr("'{key}' must be true or false", arg("key", key)));
  return std::nullopt;
}

std::optional<double> TomlTable::number(std::string_view key) {
  const toml::node* node = any(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_floating_point()) return value->get();
  if (const auto* value = node->as_integer()) return static_cast<double>(value->get());
  refuse(key, tr("'{key}' must be a number", arg("key", key)));
  return std::nullopt;
}

std::optional<std::int64_t> TomlTable::whole(std::string_view key, std::int64_t least,
                                             std::int64_t most) {
  const toml::node* node = any(key);
  if (node == nullptr) return std::nullopt;
  const auto* value = node->as_integer();
  if (value != nullptr && value->get() >= least && value->get() <= most) return value->get();
  refuse(key, tr("'{key}' must be a whole number from {least} to {most}", arg("key", key),
                 arg("least", least), arg("most", most)));
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> TomlTable::sizes(std::string_view key) {
  const toml::array* list = array(key);
  if (list == nullptr) return std::nullopt;
  std::vector<std::int64_t> sizes;
  for (const toml::node& node : *list) {
    const auto* size = node.as_integer();
    if (size == nullptr || size->get() < 1) {
      refuse(key, tr("'{key}' must be a list of sizes such as [2, 5]", arg("key", key)));
      return std::nullopt;
    }
    sizes.push_back(size->get());
  }
  return sizes;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* node = any(key);
  if (node == nullptr) return nullptr;
  if (node->as_table() == nullptr) {
    refuse(key, tr("'{key}' must be a table such as {{ row = 1, column = 2 }}", arg("key", key)));
  }
  return node->as_table();
}

const toml::array* TomlTable::array(std::string_view key) {
  const toml::node* node = any(key);
  if (node == nullptr) return nullptr;
  if (node->as_array() == nullptr)
    refuse(key, tr("'{key}' must be a list in square brackets", arg("key", key)));
  return node->as_array();
}

void TomlTable::refuse(std::string_view key, std::string_view what, std::string hint) {
  const toml::node* node = table_.get(key);
  faults_.refuse(node == nullptr ? table_ : *node, ErrorKind::kMalformed, what, std::move(hint));
}

void TomlTable::finish() {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_keys_, key.str()) != known_keys_.end()) continue;
    faults_.refuse(node, ErrorKind::kMalformed, tr("unknown key '{key}'", arg("key", key.str())),
                   tr("the keys here are {keys}", arg("keys", text::listed(known_keys_))));
    return;
  }
}

}  // namespace normscope::lessons
