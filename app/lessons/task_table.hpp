// SPDX-License-Identifier: MIT
// A block that asks something of the reader, read strictly: what its readers share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/act.hpp"
#include "app/lessons/markdown.hpp"
#include "app/lessons/step_numbers.hpp"
#include "app/lessons/toml_table.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

/// A table of a block that asks something: its keys, and the texts and numbers that they name. A
/// fault is kept, as of TomlTable.
class TaskTable {
 public:
  TaskTable(const toml::table& table, TomlFaults& faults, StepNumbers& numbers)
      : keys_(table, faults), table_(table), faults_(faults), numbers_(&numbers) {}

  // Texts from now on name numbers of another document.
  void take_numbers_of(StepNumbers& numbers) { numbers_ = &numbers; }
  StepNumbers& numbers() { return *numbers_; }
  TomlTable& keys() { return keys_; }

  // A paragraph; empty when the key is absent.
  std::vector<Inline> prose(std::string_view key) {
    const auto text = keys_.text(key);
    if (!text || faults_.error) return {};
    const toml::node& node = *table_.get(key);
    // The text begins in the third line, below a title and an empty line.
    auto sections = read_sections("## -\n\n" + *text, faults_.line_of(node) - 2);
    if (!sections) {
      faults_.error = sections.error();
      return {};
    }
    if (sections->size() != 1 || sections->front().blocks.size() != 1 ||
        sections->front().blocks.front().kind != BlockKind::kParagraph) {
      keys_.refuse(key, text::tr("'{key}' must be one paragraph of text", text::arg("key", key)));
      return {};
    }
    auto replaced = numbers_->replaced(sections->front().blocks.front().inlines);
    if (!replaced) keys_.keep(key, replaced.error());
    return std::move(replaced).value_or(std::vector<Inline>());
  }

  std::vector<Inline> required_prose(std::string_view key) {
    auto text = prose(key);
    if (text.empty())
      keys_.refuse(key, text::tr("'{key}' is missing: a sentence", text::arg("key", key)));
    return text;
  }

  // A value such as "mean[0]"; 0 and a fault where there is no such number.
  ShownNumber number(std::string_view key, std::string_view reference) {
    const auto found = numbers_->find(reference);
    if (!found) keys_.keep(key, found.error());
    return found.value_or(ShownNumber{});
  }

  // A row and, where `column` may be absent, perhaps a column of the operation's input.
  std::optional<Selected> cell(std::string_view key, bool column_needed) {
    const toml::table* place = keys_.table(key);
    if (place == nullptr || faults_.error) return std::nullopt;
    const tensor::Shape x = document::shape_after_layers(numbers_->document());
    TomlTable inner(*place, faults_);
    const auto row = inner.whole("row", 0, tensor::product(x) / x.back() - 1);
    const auto column = inner.whole("column", 0, x.back() - 1);
    inner.finish();
    if (!row || (column_needed && !column)) {
      keys_.refuse(key, text::tr(column_needed ? text::tr_later("'{key}' needs a row and a column")
                                               : text::tr_later("'{key}' needs a row"),
                                 text::arg("key", key)));
    }
    return Selected{row.value_or(0), column};
  }

  bool has(std::string_view key) const { return table_.contains(key); }

  // Refuses a table that has not exactly one of these keys.
  void expect_one_of(std::span<const std::string_view> choices) {
    const auto count = std::ranges::count_if(choices, [&](auto key) { return has(key); });
    if (count == 1) return;
    faults_.refuse(table_, base::ErrorKind::kMalformed,
                   text::tr("exactly one of {names} is needed here",
                            text::arg("names", fmt::join(choices, ", "))));
  }

 private:
  TomlTable keys_;
  const toml::table& table_;
  TomlFaults& faults_;
  StepNumbers* numbers_;
};

}  // namespace normscope::lessons
