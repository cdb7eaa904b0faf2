// SPDX-License-Identifier: MIT
// What the stage shows at a step of a lesson, as tables of texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::handout {

/// Most rows and columns of a table. Of more the first are printed, and their number.
inline constexpr std::int64_t kMostRows = 8;
inline constexpr std::int64_t kMostColumns = 10;

/// A matrix of numbers as texts.
struct Table {
  std::string title;
  std::string about{};        // its shape
  std::string made{};         // what the numbers are made from
  std::int64_t all_rows = 0;  // of the matrix; fewer may be printed
  std::int64_t all_columns = 0;
  std::vector<std::string> labels{};              // of the rows
  std::vector<std::vector<std::string>> rows{};   // of equal lengths
  std::optional<document::Selection> selected{};  // row and column in the table
  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
};

/// The shape, and how much of it is printed: "(1000, 768), 8 of 1000 rows, 10 of 768 columns".
std::string described(const Table& table);

/// The tables of a stage that shows no card after `reveals` (a card's name; empty: all): of the
/// operation's input and of the step on the sheet; of a comparison A, B and their difference; of
/// the ten variants the selected row. With the document's digits.
/// shape   an evaluation without a failure, of this document
std::vector<Table> stage_tables(const results::Evaluation& evaluation,
                                const document::Document& document, const std::string& reveals);

}  // namespace normscope::handout
