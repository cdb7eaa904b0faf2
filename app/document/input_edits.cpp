// SPDX-License-Identifier: MIT
// Edits of numbers and of whole inputs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "core/base/limits.hpp"
#include "core/text/numbers.hpp"

namespace normscope::document {

using base::ErrorKind;
using base::fail;
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

// " of gamma"; empty for the input, which descriptions do not name.
std::string whose(Target target, std::string_view preposition) {
  if (target == Target::kInput) return {};
  return fmt::format(" {} {}", preposition, target_name(target));
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
              fmt::format("there is no input {}; there are {}", at, document.inputs.size()));
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
    return fail(ErrorKind::kInvalidArgument, fmt::format("there is no number {}: {} has {}", index,
                                                         target_name(target), array.size()));
  }
  Edit edit{fmt::format("set {}{} to {}", place_name(array.shape(), index), whose(target, "of"),
                        text::float_to_text(value)),
            document};
  array_of(edit.after, target) = array.with(index, value);
  if (target.kind == Target::kStep) forget_computed(edit.after, target.step);
  return edit;
}

MaybeEdit set_block(const Document& document, Target target, std::int64_t row, std::int64_t column,
                    const Tensor& values) {
  const Array& array = array_of(document, target);
  const Extent old_size = extent_of(array.shape());
  const Extent block = extent_of(values.shape());
  if (values.size() == 0) return fail(ErrorKind::kInvalidArgument, "there are no numbers to paste");
  if (row < 0 || column < 0 || row > base::kMaxElements || column > base::kMaxElements) {
    return fail(ErrorKind::kInvalidArgument, fmt::format("row {}, column {} is no place of {}", row,
                                                         column, target_name(target)));
  }
  const Extent size{std::max(old_size.rows, row + block.rows),
                    std::max(old_size.columns, column + block.columns)};
  Edit edit{values.size() == 1 ? "paste 1 number" + whose(target, "into")
                               : fmt::format("paste {} x {} numbers{}", block.rows, block.columns,
                                             whose(target, "into")),
            document};
  if (size.rows != old_size.rows || size.columns != old_size.columns) {
    if (!can_grow(array.shape(), target, old_size, size)) {
      return fail(ErrorKind::kInvalidArgument,
                  fmt::format("{} x {} numbers at row {}, column {} reach beyond {}, whose shape "
                              "is {}",
                              block.rows, block.columns, row, column, target_name(target),
                              tensor::shape_to_text(array.shape())),
                  target == Target::kInput ? "reshape the input to a matrix first" : "");
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
  return Edit{fmt::format("paste {} numbers", tensor::shape_to_text(values.shape())),
              with_input(document, std::move(values))};
}

MaybeEdit open_variable(const Document& document, Variable variable, Array values) {
  Edit edit{fmt::format("put {} on the stage", variable.name), document};
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
  Edit edit{"reshape to " + tensor::shape_to_text(shape), document};
  edit.after.inputs[document.input].values = *std::move(reshaped);
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit fill(const Document& document, const Origin& origin, const Shape& shape) {
  auto values = make_values(origin, shape);
  if (!values) return tl::unexpected(values.error());
  const bool file = std::holds_alternative<File>(origin);
  Edit edit{(file ? "load " : "fill with ") + origin_description(origin, shape),
            with_input(document, *std::move(values))};
  edit.after.inputs[document.input].origin = origin;
  return edit;
}

MaybeEdit add_input(const Document& document, std::string name, const Origin& origin,
                    Tensor values) {
  const auto named = check_name(document.inputs, document.inputs.size(), name);
  if (!named) return tl::unexpected(named.error());
  Edit edit{"add input " + name, document};
  edit.after.input = document.inputs.size();
  edit.after.inputs.push_back({std::move(name), origin, Array(std::move(values))});
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit remove_input(const Document& document, std::size_t at) {
  if (at >= document.inputs.size()) return no_input(document, at);
  if (document.inputs.size() == 1) {
    return fail(ErrorKind::kInvalidArgument, "the only input cannot be removed",
                "fill it anew instead");
  }
  Edit edit{"remove input " + document.inputs[at].name, document};
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
  Edit edit{fmt::format("rename input {} to {}", document.inputs[at].name, name), document};
  edit.after.inputs[at].name = std::move(name);
  return edit;
}

MaybeEdit choose_input(const Document& document, std::size_t at) {
  if (at >= document.inputs.size()) return no_input(document, at);
  Edit edit{"show input " + document.inputs[at].name, document};
  edit.after.input = at;
  edit.after = fitted(std::move(edit.after));
  return edit;
}

}  // namespace normscope::document
