// SPDX-License-Identifier: MIT
// Numbers on the clipboard, in their usual text formats.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::document {

/// Reads a pasted text: a torch print, a NumPy print, nested lists, or a table as spreadsheets copy
/// it (tabs, commas, semicolons, decimal commas).
/// shape   the shape of the lists; a table has two dimensions
/// errors  as tensor::parse_text or io::read_table, depending on how the text begins
base::Expected<tensor::Tensor> parse_pasted(std::string_view text);

/// Whether a pasted text is a table that may be read in several ways, or has more than numbers.
bool is_table_to_ask_about(std::string_view text);

/// Tab-separated rows, as spreadsheets paste them; each number is the shortest text that reads back
/// as the same float32. All dimensions before the last become rows.
std::string to_tsv(const tensor::Tensor& values);

/// The text that PyTorch prints, without omitting values.
std::string to_torch_print(const tensor::Tensor& values);

}  // namespace normscope::document
