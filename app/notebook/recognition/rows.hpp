// SPDX-License-Identifier: MIT
// Rows that a loop worked out one by one: torch.stack of them, or out[i] = row for every i. Each
// row is recognized by itself; together they are the operation over the whole input.
#pragma once

#include <functional>
#include <optional>

#include "app/notebook/recognition/recognize.hpp"

namespace normscope::notebook::recognition {

using RecognizeRow = std::function<std::optional<Recognized>(const arrays::Array& row)>;

/// Nothing where the rows were not put together in order along dimension 0, or are not all the same
/// operation with the same options, gamma and beta.
/// numeric the rows' own values, one behind the other
std::optional<Recognized> recognized_rows(const arrays::Array& result,
                                          const RecognizeRow& recognize_row);

}  // namespace normscope::notebook::recognition
