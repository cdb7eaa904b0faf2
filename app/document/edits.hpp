// SPDX-License-Identifier: MIT
// The edits of a document. Each function takes a document and returns the changed one with a
// description for the undo menu; History::apply makes it the current one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/document/document.hpp"
#include "app/document/parameters.hpp"

namespace normscope::document {

struct Edit {
  std::string description;  // in the undo menu: "set row 1, column 3 to 0.5"
  Document after;
  // The description of a whole gesture that began at `start`: "eps 1e-05 to 0.001". Empty:
  // `description` fits the whole gesture, too.
  std::function<std::string(const Document& start)> description_since{};
  bool from_lesson =
      false;  // `after` comes from a lesson's step and is no work of the person's own
};

using MaybeEdit = base::Expected<Edit>;

/// The values of a target.
/// shape   kStep: a step of the chain that the document runs
const Array& values_of(const Document& document, Target target);

/// Sets one number, by its row-major index.
/// errors  InvalidArgument: the index is outside
MaybeEdit set_value(const Document& document, Target target, std::int64_t index, float value);

/// Sets a rectangle with its top left at (row, column) of the matrix view (all leading dimensions
/// are rows); the values are viewed as a matrix, too. A rectangle that reaches beyond an input of
/// up to two dimensions enlarges the input with zeros; an input of one dimension stays one row.
/// Of numbers that replace the whole input of the document that the program starts with, the layers
/// of that document are dropped.
/// errors  InvalidArgument: reaches beyond gamma, beta or an input of more dimensions; outside
MaybeEdit set_block(const Document& document, Target target, std::int64_t row, std::int64_t column,
                    const tensor::Tensor& values);

/// Replaces the values and the shape of the current input; its origin becomes Typed.
/// errors  none
MaybeEdit replace_values(const Document& document, tensor::Tensor values, std::string description);

/// Replaces the current input by pasted numbers of any shape; the layers as in set_block.
/// errors  none
MaybeEdit paste_input(const Document& document, tensor::Tensor values);

/// Puts a variable onto the stage in place of the current input, under the variable's name unless
/// another input has that name. A variable with a hand-written operation also sets the operation
/// and removes the layers.
/// errors  as ops::plan_norm and ops::plan_softmax, of the operation
MaybeEdit open_variable(const Document& document, Variable variable, Array values);

/// Inserts, removes or moves a row (an index of the second-last dimension) or a column (of the
/// last) in every outer slice alike. New numbers are 0. `to` is the line's index after the move.
/// errors  InvalidArgument: outside; no row or column would be left; rows of an input of fewer than
///         two dimensions, columns of a single number
enum class Line { kRow, kColumn };
MaybeEdit insert_line(const Document& document, Line line, std::int64_t before);
MaybeEdit remove_line(const Document& document, Line line, std::int64_t at);
MaybeEdit move_line(const Document& document, Line line, std::int64_t from, std::int64_t to);

/// Gives the current input another shape of as many numbers.
/// errors  as Array::reshaped
MaybeEdit reshape(const Document& document, const tensor::Shape& shape);
/// Fills the current input with the values of an origin.
/// errors  as make_values
MaybeEdit fill(const Document& document, const Origin& origin, const tensor::Shape& shape);

/// Adds an input at the end and puts it onto the stage; removes, renames or puts onto the stage an
/// input that is there. Names of inputs are unique. `values` must be what the origin generates, see
/// document_of.
/// errors  InvalidArgument: an empty name, or one that another input has; no such input; the last
///         one is not removed
MaybeEdit add_input(const Document& document, std::string name, const Origin& origin,
                    tensor::Tensor values);
MaybeEdit remove_input(const Document& document, std::size_t at);
MaybeEdit rename_input(const Document& document, std::size_t at, std::string name);
MaybeEdit choose_input(const Document& document, std::size_t at);

/// Most numbers of a linear layer's weight: 2^28 are 1 GiB, a quarter of a small laptop's memory.
inline constexpr std::int64_t kMaxWeights = std::int64_t{1} << 28;

/// Replaces the layers before the operation.
/// errors  InvalidArgument: fewer than 1 output, a linear layer for a single number;
///         TooLarge: more than kMaxWeights, a position beyond random::kMaxPosition
MaybeEdit set_layers(const Document& document, std::vector<Layer> layers);
/// Chooses what the document runs; the settings of both kinds are kept.
/// errors  InvalidArgument: the chain of an input that has none
MaybeEdit choose_subject(const Document& document, Subject subject);
/// Sets the preset's options and keeps the axes (normalized shape and groups); eps is switched off
/// where the preset has none.
/// errors  NotFound: no such preset
MaybeEdit choose_preset(const Document& document, std::string_view id);
/// Any change of the settings; the description names what differs: "eps 1e-05 to 0.001".
/// gamma and beta are fitted to a new shape. With another kind of normalization, options that it
/// does not have (groups, normalized shape, centring, what is returned) go back to their defaults.
/// errors  as ops::plan_norm
MaybeEdit set_norm(const Document& document, NormSettings settings);
/// Any change of the softmax options.
/// errors  as ops::plan_softmax
MaybeEdit set_softmax(const Document& document, const ops::SoftmaxOptions& options);
/// Any change of a relative's options.
/// errors  as ops::plan_relative
MaybeEdit set_relative(const Document& document, const ops::RelativeOptions& options);
/// The formats that the steps are computed in.
/// errors  none
MaybeEdit set_precision(const Document& document, const precision::Plan& plan);
/// Shows the backward pass, or the forward pass again. The first upstream gradient is a one at the
/// selected number.
/// errors  as output_shape
MaybeEdit show_backward(const Document& document, bool on);
/// Any change of the backward pass; its upstream gradient is fitted.
/// errors  InvalidArgument: a target outside of a group
MaybeEdit set_backward(const Document& document, Backward backward, std::string description);
/// Fills the upstream gradient with the values of an origin, or with a one at the selected number
/// and zeros elsewhere.
/// errors  as make_values; InvalidArgument: numbers of another shape than the output's
MaybeEdit fill_upstream(const Document& document, const Origin& origin);
/// Takes the upstream gradient that a file has; dimensions of 1 may be left out.
/// errors  InvalidArgument: another shape than the output; as set_backward
MaybeEdit take_upstream(const Document& document, const Array& values, const Origin& origin);
MaybeEdit select_upstream(const Document& document);
/// The gradient of a cross entropy to this right answer, an index within each group.
/// errors  as set_backward
MaybeEdit aim_upstream(const Document& document, std::int64_t target);
/// Sets a parameter to a new layer's numbers: gamma to ones, beta to zeros.
/// errors  InvalidArgument: the input, which has no default
MaybeEdit reset_parameter(const Document& document, Target target);
/// Takes over one parameter; a table of one row or column is a list of numbers.
/// errors  InvalidArgument: another shape than the operation needs
MaybeEdit set_parameter(const Document& document, Target target, Parameter parameter);
/// Takes over gamma, beta or both, such as a model's: layer norm and RMSNorm then normalize over
/// their shape. One that is not given stays as it is, fitted to the shape.
/// errors  InvalidArgument: a shape that the input does not have, or gamma and beta of two shapes
MaybeEdit take_parameters(const Document& document, std::optional<Parameter> gamma,
                          std::optional<Parameter> beta);

}  // namespace normscope::document
