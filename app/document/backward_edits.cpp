// SPDX-License-Identifier: MIT
// Edits of the backward pass and of the upstream gradient that it begins with.

#include <utility>

#include "app/document/checks.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

// The backward pass from these numbers.
Backward beginning_with(const Document& document, Array upstream, const Origin& origin) {
  Backward backward = document.backward;
  backward.target.reset();
  backward.origin = origin;
  backward.upstream = std::move(upstream);
  return backward;
}

}  // namespace

base::Expected<std::int64_t> answers_of(const Document& document) {
  const auto output = output_shape(document);
  if (!output) return tl::unexpected(output.error());
  if (document.subject != Subject::kSoftmax) return output->empty() ? 1 : output->back();
  return ops::plan_softmax(*output, document.softmax).map([](const ops::SoftmaxPlan& plan) {
    return plan.groups.size;
  });
}

base::Expected<void> check_target(const Document& document) {
  const auto& target = document.backward.target;
  if (!target) return {};
  const auto answers = answers_of(document);
  if (!answers) return tl::unexpected(answers.error());
  if (*target >= 0 && *target < *answers) return {};
  return fail(ErrorKind::kInvalidArgument,
              tr("the target must be one of {answers} numbers of a group, 0 first, but is {target}",
                 arg("answers", *answers), arg("target", *target)));
}

MaybeEdit show_backward(const Document& document, bool on) {
  Backward backward = document.backward;
  backward.on = on;
  const std::string description(on ? tr("show the backward pass") : tr("show the forward pass"));
  if (on && backward.upstream.size() == 0) {
    // One row of the Jacobian can be followed; of equal numbers a norm leaves nothing.
    Document shown = document;
    shown.backward = backward;
    if (auto edit = select_upstream(shown)) {
      edit->description = description;
      return edit;
    }
  }
  return set_backward(document, std::move(backward), description);
}

MaybeEdit set_backward(const Document& document, Backward backward, std::string description) {
  Edit edit{std::move(description), document};
  edit.after.backward = std::move(backward);
  if (const auto shape = output_shape(edit.after); !shape) return tl::unexpected(shape.error());
  if (const auto fits = check_target(edit.after); !fits) return tl::unexpected(fits.error());
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit fill_upstream(const Document& document, const Origin& origin) {
  const auto shape = output_shape(document);
  if (!shape) return tl::unexpected(shape.error());
  auto values = make_values(origin, *shape);
  if (!values) return tl::unexpected(values.error());
  return set_backward(
      document, beginning_with(document, Array(*std::move(values)), origin),
      tr("fill dy with {origin}", arg("origin", origin_description(origin, *shape))));
}

MaybeEdit take_upstream(const Document& document, const Array& values, const Origin& origin) {
  const auto shape = output_shape(document);
  if (!shape) return tl::unexpected(shape.error());
  const auto long_sides = [](tensor::Shape of) {
    std::erase(of, 1);
    return of;
  };
  if (long_sides(values.shape()) != long_sides(*shape)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the upstream gradient must have the shape {shape} of the output, but has {own}",
                   arg("shape", tensor::shape_to_text(*shape)),
                   arg("own", tensor::shape_to_text(values.shape()))));
  }
  auto shaped = values.reshaped(*shape);
  if (!shaped) return tl::unexpected(shaped.error());
  return set_backward(
      document, beginning_with(document, *std::move(shaped), origin),
      tr("take dy from {origin}", arg("origin", origin_description(origin, *shape))));
}

MaybeEdit select_upstream(const Document& document) {
  const auto shape = output_shape(document);
  if (!shape) return tl::unexpected(shape.error());
  auto values = tensor::Tensor::full(*shape, 0.0F);
  if (!values) return tl::unexpected(values.error());
  const std::int64_t columns = shape->empty() ? 1 : shape->back();
  const std::int64_t at = document.selection.row * columns + document.selection.column;
  if (document.selection.column >= columns || at >= values->size()) {
    return fail(ErrorKind::kInvalidArgument, tr("the output has no number at the selected place"));
  }
  values->values()[static_cast<std::size_t>(at)] = 1;
  return set_backward(document, beginning_with(document, Array(*std::move(values)), Typed{}),
                      tr("one at {place} of dy", arg("place", place_name(*shape, at))));
}

MaybeEdit aim_upstream(const Document& document, std::int64_t target) {
  Backward backward = document.backward;
  backward.target = target;
  return set_backward(document, std::move(backward),
                      tr("cross entropy to target {target}", arg("target", target)));
}

}  // namespace normscope::document
