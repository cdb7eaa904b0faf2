// SPDX-License-Identifier: MIT
#include "app/document/session/file_keys.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace normscope::document {
namespace {

// One of the characters, or with an empty text '\0'.
char read_mark(const SessionNode& node, std::string_view marks) {
  const std::string text = node.text();
  const bool none = text.empty() && marks.find('\0') != std::string_view::npos;
  if (none || (text.size() == 1 && marks.find(text[0]) != std::string_view::npos)) {
    return none ? '\0' : text[0];
  }
  node.fail("is no mark that a table can have");
  return marks[0];
}

io::TableChoice read_table_choice(const SessionNode& node) {
  node.expect_keys({}, {"separator", "decimal_mark", "header", "columns"});
  io::TableChoice table;
  constexpr std::string_view kSeparators("\t;|, \0", 6);
  if (node.has("separator")) table.separator = read_mark(node.at("separator"), kSeparators);
  if (node.has("decimal_mark")) table.decimal_mark = read_mark(node.at("decimal_mark"), ".,");
  if (node.has("header")) table.header = node.at("header").flag();
  if (!node.has("columns")) return table;
  for (const SessionNode& column : node.at("columns").items()) {
    const std::int64_t at = column.whole();
    if (at < 0 || (!table.columns.empty() && at <= table.columns.back())) {
      column.fail("must be above the column before it, the first 0");
    }
    table.columns.push_back(at);
  }
  return table;
}

}  // namespace

File read_file_keys(const SessionNode& node) {
  File file{node.at("path").text()};
  if (node.has("sha256")) file.sha256 = node.at("sha256").text();
  if (node.has("array")) file.array = node.at("array").text();
  if (node.has("table")) file.table = read_table_choice(node.at("table"));
  return file;
}

}  // namespace normscope::document
