// SPDX-License-Identifier: MIT
// Edits of numbers and of whole inputs.

#include <algorithm>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "core/base/limits.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;
using tensor::Tensor;

namespace {

// The array of a target, in a const or a mutable document.
template <class AnyDocument>
auto& array_of(AnyDocument& document, Target target) {
  auto& input = document.inputs[document.input];
  if (const ParameterRow* const row = parameter_row(target)) {
    return (document.norm.*row->values).values;
  }
  if (target.kind == Target::kUpstream) return document.backward.upstream;
  if (target.kind == Target::kStep) {
    return std::get<Variable>(input.origin).hand_written->steps.at(target.step).values;
  }
  return input.values;
}

struct Extent {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

Extent extent_of(const Shape& shape) {
  if (shape.empty()) return {};
  return {tensor::product(std::span(shape).first(shape.size() - 1)), shape.back()};
}

Document with_input(Document document, Tensor values) {
  Input& input = document.inputs[document.input];
  input.values = Array(std::move(values));
  input.origin = Typed{};
  return fitted(std::move(document));
}

tl::unexpected<base::Error> no_input(const Document& document, std::size_t at) {
  return fail(ErrorKind::kInvalidArgument,
              tr("there is no input {at}; there are {inputs}", arg("at", at),
                 arg("inputs", document.inputs.size())));
}

// The input enlarged to `size`, new values 0.
base::Expected<Tensor> enlarged(const Array& from, Extent old_size, Extent size) {
  Shape shape{size.rows, size.columns};
  if (from.shape().size() == 1) shape.erase(shape.begin());
  auto values = Tensor::full(std::move(shape), 0.0F);
  if (!values) return values;
  const auto old_values = from.values();
  for (std::int64_t row = 0; row < old_size.rows; ++row) {
    std::ranges::copy(old_values->values().subspan(static_cast<std::size_t>(row * old_size.columns),
                                                   static_cast<std::size_t>(old_size.columns)),
                      values->values().begin() + static_cast<std::ptrdiff_t>(row * size.columns));
  }
  return values;
}

bool can_grow(const Shape& shape, Target target, Extent old_size, Extent size) {
  if (target != Target::kInput) return false;
  return shape.size() == 2 || (shape.size() == 1 && size.rows == old_size.rows);
}

}  // namespace

const Array& values_of(const Document& document, Target target) {
  return array_of(document, target);
}

MaybeEdit set_value(const Document& document, Target target, std::int64_t index, float value) {
  const Array& array = array_of(document, target);
  if (index < 0 || index >= array.size()) {
    return fail(ErrorKind::kInvalidArgument,
                tr("there is no number {index}: {array} has {size}", arg("index", index),
                   arg("array", target_name(target)), arg("size", array.size())));
  }
  const std::string place = place_name(array.shape(), index);
  const std::string number = text::float_to_text(value);
  Edit edit{target == Target::kInput
                ? tr("set {place} to {value}", arg("place", place), arg("value", number))
                : tr("set {place} of {array} to {value}", arg("place", place),
                     arg("array", target_name(target)), arg("value", number)),
            document};
  array_of(edit.after, target) = array.with(index, value);
  if (target.kind == Target::kStep) forget_computed(edit.after, target.step);
  return edit;
}

namespace {

std::string paste_description(Target target, const Extent& block) {
  const bool one = block.rows * block.columns == 1;
  const auto rows = arg("rows", block.rows);
  const auto columns = arg("columns", block.columns);
  const std::string_view into = target_name(target);
  const auto array = arg("array", into);
  if (target == Target::kInput) {
    return one ? tr("paste 1 number") : tr("paste {rows} x {columns} numbers", rows, columns);
  }
  return one ? tr("paste 1 number into {array}", array)
             : tr("paste {rows} x {columns} numbers into {array}", rows, columns, array);
}

}  // namespace

MaybeEdit set_block(const Document& document, Target target, std::int64_t row, std::int64_t column,
                    const Tensor& values) {
  const Array& array = array_of(document, target);
  const Extent old_size = extent_of(array.shape());
  const Extent block = extent_of(values.shape());
  if (values.size() == 0)
    return fail(ErrorKind::kInvalidArgument, tr("there are no numbers to paste"));
  if (row < 0 || column < 0 || row > base::kMaxElements || column > base::kMaxElements) {
    return fail(ErrorKind::kInvalidArgument,
                tr("row {row}, column {column} is no place of {array}", arg("row", row),
                   arg("column", column), arg("array", target_name(target))));
  }
  const Extent size{std::max(old_size.rows, row + block.rows),
                    std::max(old_size.columns, column + block.columns)};
  Edit edit{paste_description(target, block), document};
  if (size.rows != old_size.rows || size.columns != old_size.columns) {
    if (!can_grow(array.shape(), target, old_size, size)) {
      return fail(
          ErrorKind::kInvalidArgument,
          tr("{rows} x {columns} numbers at row {row}, column {column} reach beyond {array}, whose "
             "shape "
             "is {shape}",
             arg("rows", block.rows), arg("columns", block.columns), arg("row", row),
             arg("column", column), arg("array", target_name(target)),
             arg("shape", tensor::shape_to_text(array.shape()))),
          std::string(target == Target::kInput ? tr("reshape the input to a matrix first") : ""));
    }
    auto grown = enlarged(array, old_size, size);
    if (!grown) return tl::unexpected(grown.error());
    edit.after = with_input(std::move(edit.after), *std::move(grown));
  }
  std::vector<std::pair<std::int64_t, float>> changes;
  changes.reserve(static_cast<std::size_t>(values.size()));
  for (std::int64_t i = 0; i < values.size(); ++i) {
    const std::int64_t at = (row + i / block.columns) * size.columns + column + i % block.columns;
    changes.emplace_back(at, values.values()[static_cast<std::size_t>(i)]);
  }
  Array& changed = array_of(edit.after, target);
  changed = changed.with(changes);
  if (target.kind == Target::kStep) forget_computed(edit.after, target.step);
  return edit;
}

MaybeEdit replace_values(const Document& document, Tensor values, std::string description) {
  return Edit{std::move(description), with_input(document, std::move(values))};
}

MaybeEdit paste_input(const Document& document, Tensor values) {
  return Edit{tr("paste {shape} numbers", arg("shape", tensor::shape_to_text(values.shape()))),
              with_input(document, std::move(values))};
}

MaybeEdit open_variable(const Document& document, Variable variable, Array values) {
  Edit edit{tr("put {name} on the stage", arg("name", variable.name)), document};
  Document& after = edit.after;
  if (check_name(after.inputs, after.input, variable.name)) {
    after.inputs[after.input].name = variable.name;
  }
  after.inputs[after.input].values = std::move(values);
  if (variable.hand_written) {
    after.layers.clear();
    after.subject = variable.hand_written->subject;
    if (after.subject == Subject::kSoftmax) {
      after.softmax = variable.hand_written->softmax;
    } else if (after.subject == Subject::kNorm) {
      after.norm = variable.hand_written->norm;
    }
    const Shape& x = after.inputs[after.input].values.shape();
    const auto fits = after.subject == Subject::kChain ? check_steps(*variable.hand_written, x)
                                                       : ops::check_shape(x, core_operation(after));
    if (!fits) return tl::unexpected(fits.error());
  }
  after.inputs[after.input].origin = std::move(variable);
  after = fitted(std::move(after));
  return edit;
}

MaybeEdit reshape(const Document& document, const Shape& shape) {
  auto reshaped = document.inputs[document.input].values.reshaped(shape);
  if (!reshaped) return tl::unexpected(reshaped.error());
  Edit edit{tr("reshape to {shape}", arg("shape", tensor::shape_to_text(shape))), document};
  edit.after.inputs[document.input].values = *std::move(reshaped);
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit fill(const Document& document, const Origin& origin, const Shape& shape) {
  auto values = make_values(origin, shape);
  if (!values) return tl::unexpected(values.error());
  const bool file = std::holds_alternative<File>(origin);
  const std::string what = origin_description(origin, shape);
  Edit edit{file ? tr("load {what}", arg("what", what)) : tr("fill with {what}", arg("what", what)),
            with_input(document, *std::move(values))};
  edit.after.inputs[document.input].origin = origin;
  return edit;
}

MaybeEdit add_input(const Document& document, std::string name, const Origin& origin,
                    Tensor values) {
  const auto named = check_name(document.inputs, document.inputs.size(), name);
  if (!named) return tl::unexpected(named.error());
  Edit edit{tr("add input {name}", arg("name", name)), document};
  edit.after.input = document.inputs.size();
  edit.after.inputs.push_back({std::move(name), origin, Array(std::move(values))});
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit remove_input(const Document& document, std::size_t at) {
  if (at >= document.inputs.size()) return no_input(document, at);
  if (document.inputs.size() == 1) {
    return fail(ErrorKind::kInvalidArgument, tr("the only input cannot be removed"),
                tr("fill it anew instead"));
  }
  Edit edit{tr("remove input {name}", arg("name", document.inputs[at].name)), document};
  edit.after.inputs.erase(edit.after.inputs.begin() + static_cast<std::ptrdiff_t>(at));
  const bool was_before = at < document.input;
  const bool was_last = document.input == edit.after.inputs.size();
  if (was_before || was_last) --edit.after.input;
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit rename_input(const Document& document, std::size_t at, std::string name) {
  if (at >= document.inputs.size()) return no_input(document, at);
  const auto named = check_name(document.inputs, at, name);
  if (!named) return tl::unexpected(named.error());
  Edit edit{
      tr("rename input {old} to {name}", arg("old", document.inputs[at].name), arg("name", name)),
      document};
  edit.after.inputs[at].name = std::move(name);
  return edit;
}

MaybeEdit choose_input(const Document& document, std::size_t at) {
  if (at >= document.inputs.size()) return no_input(document, at);
  Edit edit{tr("show input {name}", arg("name", document.inputs[at].name)), document};
  edit.after.input = at;
  edit.after = fitted(std::move(edit.after));
  return edit;
}

}  // namespace normscope::document
