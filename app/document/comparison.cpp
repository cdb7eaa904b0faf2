// SPDX-License-Identifier: MIT
#include "app/document/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/document/descriptions.hpp"
#include "app/document/settings.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

void set_operation(Document& document, Operation operation) {
  document.subject = operation.subject;
  document.norm = std::move(operation.norm);
  document.softmax = operation.softmax;
  document.relative = operation.relative;
  document.precision = std::move(operation.precision);
}

}  // namespace

Operation operation_of(const Document& document) {
  return {document.subject, document.norm, document.softmax, document.relative, document.precision};
}

const Operation* other_operation(const Document& document) {
  return document.comparison ? std::get_if<Operation>(&document.comparison->b) : nullptr;
}

Document exchanged(const Document& document) {
  const Operation* const other = other_operation(document);
  if (other == nullptr) return document;
  Document result = document;
  result.comparison->b = operation_of(document);
  std::swap(result.comparison->a_calculation, result.comparison->b_calculation);
  if (auto& form = result.comparison->b_form) std::swap(*form, result.backward.form);
  set_operation(result, *other);
  return result;
}

Document other_alone(const Document& document) {
  Document result = exchanged(document);
  result.comparison.reset();
  return result;
}

MaybeEdit edit_of_other(MaybeEdit edit) {
  if (!edit) return edit;
  edit->after = exchanged(edit->after);
  edit->description = text::labelled("B", edit->description);
  if (edit->description_since) {
    edit->description_since = [since = std::move(edit->description_since)](const Document& start) {
      return text::labelled("B", since(exchanged(start)));
    };
  }
  return edit;
}

MaybeEdit compare_with(const Document& document, Comparison comparison) {
  if (const auto* given = std::get_if<GivenOutput>(&comparison.b)) {
    const tensor::Shape shape = document.backward.on
                                    ? document.inputs[document.input].values.shape()
                                    : shape_after_layers(document);
    if (given->values.shape() != shape) {
      return base::fail(base::ErrorKind::kInvalidArgument,
                        tr("the output to compare with must have the shape {shape}, but has {own}",
                           arg("shape", tensor::shape_to_text(shape)),
                           arg("own", tensor::shape_to_text(given->values.shape()))));
    }
  }
  Edit edit{"", document};
  edit.after.comparison = std::move(comparison);
  edit.after = fitted(std::move(edit.after));
  edit.description = tr("compare with {other}", arg("other", other_description(edit.after)));
  return edit;
}

MaybeEdit compare_with_preset(const Document& document, std::string_view id) {
  Document alone = document;
  alone.comparison.reset();
  const auto chosen = choose_preset(alone, id);
  if (!chosen) return tl::unexpected(chosen.error());
  return compare_with(document, {.b = operation_of(chosen->after)});
}

MaybeEdit compare_presets(const Document& document, std::string_view a, std::string_view b) {
  auto first = choose_preset(document, a);
  if (!first) return first;
  auto edit = compare_with_preset(first->after, b);
  if (edit) edit->description = tr("compare {a} with {b}", arg("a", a), arg("b", b));
  return edit;
}

MaybeEdit take_operation(const Document& document, Operation operation, Comparison comparison) {
  const auto fits = ops::check_shape(shape_after_layers(document), core_operation(operation));
  if (!fits) return tl::unexpected(fits.error());
  Document after = document;
  const std::string description = operation_description(operation);
  set_operation(after, std::move(operation));
  auto edit = compare_with(after, std::move(comparison));
  if (edit) edit->description = tr("take {operation}", arg("operation", description));
  return edit;
}

MaybeEdit put_separating_input(const Document& document, tensor::Tensor values) {
  std::string name = "separating";
  const auto taken = [&] {
    return std::ranges::find(document.inputs, name, &Input::name) != document.inputs.end();
  };
  for (int number = 2; taken(); ++number) name = fmt::format("separating {}", number);
  auto edit = add_input(document, name, Typed{}, std::move(values));
  if (!edit) return edit;
  edit->after.layers.clear();
  edit->after = fitted(std::move(edit->after));
  edit->description = tr("put an input that separates A and B onto the stage");
  return edit;
}

MaybeEdit exchange_sides(const Document& document) {
  if (other_operation(document) == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("only two operations can be exchanged, and B is none"));
  }
  return Edit{tr("exchange A and B"), exchanged(document)};
}

MaybeEdit stop_comparing(const Document& document) {
  Edit edit{tr("stop comparing"), document};
  edit.after.comparison.reset();
  return edit;
}

}  // namespace normscope::document
