// SPDX-License-Identifier: MIT
// The Python program that computes a document's steps with PyTorch and sends them back: the
// document's own program, or its steps under its precision plan, followed by a line for each row
// that is compared. Only numbers of the document enter it, never a name, a path or the text of a
// cell.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/names.hpp"

namespace normscope::verification {

/// Whose numbers stand against PyTorch's.
enum class ComputedBy {
  kSteps,     // of the sheet, against the same formula step by step
  kFunction,  // of the results by PyTorch's own function, against that function
  kDevice,    // of the backend, against PyTorch's function or else the steps
};
std::span<const base::Name<ComputedBy>> computed_by_names();

/// One row: a tensor that PyTorch computes, and ours.
struct Row {
  std::string name;  // "mean"
  ComputedBy by = ComputedBy::kSteps;
  tensor::Shape shape{};
  /// Elements [first, first + count) of ours in row-major order.
  std::function<std::vector<float>(std::int64_t first, std::int64_t count)> ours{};
  /// What element `at` is in double precision, from the same input; nothing where nobody knows.
  std::function<std::optional<double>(std::int64_t at)> exact{};
  formats::FormatId format = formats::FormatId::kFloat32;  // whose ULPs count
  std::int64_t multiple = 1;  // `first` and, but for the last, `count` are multiples of it
};

struct Program {
  std::string code;
  std::vector<Row> rows{};
};

/// The document whose program is run: its operation alone, on the numbers as they are.
document::Document verified_document(document::Document document);

/// The program of a document made by verified_document, and the rows that it sends.
/// shape   `evaluation` is that of the document, without a failure; the rows refer to it; PyTorch
///         has words for the plan (check_words)
Program program_of(const document::Document& document, const results::Evaluation& evaluation);

}  // namespace normscope::verification
