// SPDX-License-Identifier: MIT
// The first characters of a pasted text choose its reader: a bracket or a call such as tensor( is a
// print or nested lists, anything else a table.
#include "app/document/clipboard.hpp"

#include <algorithm>
#include <utility>

#include "core/io/table.hpp"
#include "core/io/table_guess.hpp"
#include "core/tensor/parse.hpp"
#include "core/tensor/print.hpp"
#include "core/text/numbers.hpp"

namespace normscope::document {

bool is_table_to_ask_about(std::string_view text) {
  if (tensor::begins_as_print(text) || text.find('\0') != std::string_view::npos) return false;
  const io::TableGuess guess = io::guess_table(text);
  // A text without a column of numbers is refused with its reason.
  return !guess.certain && !guess.choice.columns.empty();
}

base::Expected<tensor::Tensor> parse_pasted(std::string_view text) {
  if (tensor::begins_as_print(text)) return tensor::parse_text(text);
  return io::read_table(text).map([](io::Table&& table) { return std::move(table.values); });
}

std::string to_tsv(const tensor::Tensor& values) {
  const std::int64_t columns = values.rank() == 0 ? 1 : values.shape().back();
  std::string text;
  for (std::int64_t at = 0; at < values.size(); ++at) {
    text += text::float_to_text(values.values()[static_cast<std::size_t>(at)]);
    text += (at + 1) % std::max<std::int64_t>(columns, 1) == 0 ? '\n' : '\t';
  }
  return text;
}

std::string to_torch_print(const tensor::Tensor& values) {
  tensor::PrintOptions options;
  options.threshold = tensor::kNoThreshold;
  return tensor::to_torch_text(values, options);
}

}  // namespace normscope::document
