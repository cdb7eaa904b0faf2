// SPDX-License-Identifier: MIT
// What can be done to a document. Each function takes a document and gives the changed one with the
// words that the undo menu shows; nothing happens until a history takes it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/document/document.hpp"

namespace normscope::document {

struct Edit {
  std::string words;  // "set row 1, column 3 to 0.5": what undo would undo
  Document after;
  // The words as seen from an earlier document, for one step of a gesture that began there: "eps
  // 1e-05 to 0.001". Empty: `words` says it from wherever the gesture began.
  std::function<std::string(const Document& start)> words_since{};
};

using MaybeEdit = base::Expected<Edit>;

/// Which numbers of a document.
enum class Target { kInput, kGamma, kBeta };

/// One number, by its row-major position.
/// errors  InvalidArgument: the index is outside
MaybeEdit set_value(const Document& document, Target target, std::int64_t index, float value);

/// A rectangle, its top left at (row, column) of the matrix view (all leading dimensions are rows);
/// the values are seen as a matrix, too. What reaches beyond enlarges an input of up to two
/// dimensions, with zeros in the new places; an input of one dimension stays one row.
/// errors  InvalidArgument: reaches beyond gamma, beta or an input of more dimensions; outside
MaybeEdit set_block(const Document& document, Target target, std::int64_t row, std::int64_t column,
                    const tensor::Tensor& values);

/// The current input replaced as a whole, its shape included. Its values count as typed.
MaybeEdit replace_values(const Document& document, tensor::Tensor values, std::string words);

/// A variable onto the stage, in place of the current input and under its name, unless another
/// input has it. What was made by an operation comes with that operation, which then needs no
/// layers.
/// errors  as ops::plan_norm and ops::plan_softmax, of the operation
MaybeEdit open_variable(const Document& document, Variable variable, Array values);

/// Rows are indices of the second-last dimension, columns of the last; in every outer slice alike.
/// New numbers are 0. A line moves to the place that it then has.
/// errors  InvalidArgument: outside; no row or column would be left; rows of an input of fewer than
///         two dimensions, columns of a single number
enum class Line { kRow, kColumn };
MaybeEdit insert_line(const Document& document, Line line, std::int64_t before);
MaybeEdit remove_line(const Document& document, Line line, std::int64_t at);
MaybeEdit move_line(const Document& document, Line line, std::int64_t from, std::int64_t to);

/// errors  as Array::reshaped
MaybeEdit reshape(const Document& document, const tensor::Shape& shape);
/// The current input made anew.
/// errors  as make_values
MaybeEdit fill(const Document& document, const Origin& origin, const tensor::Shape& shape);

/// Inputs have names of their own. A new one comes last and onto the stage; its values are what the
/// origin makes, see document_of.
/// errors  InvalidArgument: an empty name, or one that another input has; no such input; the last
///         one is not removed
MaybeEdit add_input(const Document& document, std::string name, const Origin& origin,
                    tensor::Tensor values);
MaybeEdit remove_input(const Document& document, std::size_t at);
MaybeEdit rename_input(const Document& document, std::size_t at, std::string name);
MaybeEdit choose_input(const Document& document, std::size_t at);

/// Most numbers of a linear layer's weight: 2^28 are 1 GiB, a quarter of a small laptop's memory.
inline constexpr std::int64_t kMaxWeights = std::int64_t{1} << 28;

/// errors  InvalidArgument: fewer than 1 output, a linear layer for a single number;
///         TooLarge: more than kMaxWeights, a position beyond random::kMaxPosition
MaybeEdit set_layers(const Document& document, std::vector<Layer> layers);
MaybeEdit choose_subject(const Document& document, Subject subject);
/// The preset's options over the current axes (normalized shape and groups are kept), eps off
/// where it has none.
/// errors  NotFound: no such preset
MaybeEdit choose_preset(const Document& document, std::string_view id);
/// Any change of the settings; the words name what differs: "eps 1e-05 to 0.001".
/// gamma and beta are fitted to a new shape.
/// errors  as ops::plan_norm
MaybeEdit set_norm(const Document& document, const NormSettings& settings);
/// errors  as ops::plan_softmax
MaybeEdit set_softmax(const Document& document, const ops::SoftmaxOptions& options);
/// gamma to ones, beta to zeros.
/// errors  InvalidArgument: the input, which has no default
MaybeEdit reset_parameter(const Document& document, Target target);

}  // namespace normscope::document
