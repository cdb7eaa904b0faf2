// SPDX-License-Identifier: MIT
// Numbers that come and go by the clipboard, in the forms in which people have them.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::document {

/// Reads what was pasted: a torch print, a NumPy print, nested lists, or a table of cells as
/// spreadsheets copy it (tabs, commas, semicolons, decimal commas).
/// shape   that of the lists; a table has two dimensions
/// errors  as tensor::parse_text and io::read_table, of the form that the text begins like
base::Expected<tensor::Tensor> parse_pasted(std::string_view text);

/// Rows of cells with tabs between, as spreadsheets paste them; the shortest text that reads back
/// as the same float32. Dimensions before the last become rows.
std::string to_tsv(const tensor::Tensor& values);

/// As PyTorch prints it, without leaving anything out.
std::string to_torch_print(const tensor::Tensor& values);

}  // namespace normscope::document
