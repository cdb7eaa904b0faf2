// SPDX-License-Identifier: MIT
// Inserting, removing and moving rows and columns: each is a new order of the indices of one
// dimension.

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/document/edits.hpp"

#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;

namespace {

constexpr std::int64_t kNew = -1;  // in place of an old index: a line of zeros

// The sentence of a row, or of a column.
std::string_view either(Line line, std::string_view of_row, std::string_view of_column) {
  return line == Line::kRow ? of_row : of_column;
}

const Array& current(const Document& document) {
  return document.inputs[document.input].values;
}

// The dimension that the lines are indices of.
Expected<std::size_t> dimension_of(const Shape& shape, Line line) {
  const std::size_t needed = line == Line::kRow ? 2 : 1;
  if (shape.size() < needed) {
    return fail(ErrorKind::kInvalidArgument,
                tr(either(line, tr_later("an input of shape {shape} has no rows"),
                          tr_later("an input of shape {shape} has no columns")),
                   arg("shape", tensor::shape_to_text(shape))),
                std::string(line == Line::kRow ? tr("reshape it to a matrix first") : ""));
  }
  return shape.size() - needed;
}

// The dimension of the lines and their number; an error when `at` is out of range.
struct Lines {
  std::size_t dimension = 0;
  std::int64_t count = 0;
};

Expected<Lines> lines_of(const Document& document, Line line) {
  const Shape& shape = current(document).shape();
  const auto dimension = dimension_of(shape, line);
  if (!dimension) return tl::unexpected(dimension.error());
  return Lines{*dimension, shape[*dimension]};
}

Expected<void> check_line(Line line, std::int64_t at, std::int64_t count) {
  if (at >= 0 && at < count) return {};
  return fail(ErrorKind::kInvalidArgument,
              tr(either(line, tr_later("there is no row {at}; there are {count}"),
                        tr_later("there is no column {at}; there are {count}")),
                 arg("at", at), arg("count", count)));
}

std::vector<std::int64_t> all_lines(std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  return order;
}

// The document whose input has, along one dimension, these lines of the old input.
MaybeEdit reordered(const Document& document, std::size_t dimension,
                    const std::vector<std::int64_t>& order, std::string description) {
  const auto old_values = current(document).values();
  const std::span<const std::int64_t> sizes(old_values->shape());
  const std::int64_t outer = tensor::product(sizes.first(dimension));
  const std::int64_t inner = tensor::product(sizes.subspan(dimension + 1));
  const auto width = static_cast<std::size_t>(inner);
  Shape shape = old_values->shape();
  const std::int64_t old_count = shape[dimension];
  shape[dimension] = static_cast<std::int64_t>(order.size());
  auto values = tensor::Tensor::full(std::move(shape), 0.0F);
  if (!values) return tl::unexpected(values.error());
  auto to = values->values().begin();
  for (std::int64_t slice = 0; slice < outer; ++slice) {
    for (const std::int64_t line : order) {
      if (line != kNew) {
        const std::int64_t from = (slice * old_count + line) * inner;
        std::ranges::copy(old_values->values().subspan(static_cast<std::size_t>(from), width), to);
      }
      to += inner;
    }
  }
  return replace_values(document, *std::move(values), std::move(description));
}

}  // namespace

MaybeEdit insert_line(const Document& document, Line line, std::int64_t before) {
  const auto lines = lines_of(document, line);
  if (!lines) return tl::unexpected(lines.error());
  // A new line may also be added after the last one.
  const auto checked = check_line(line, before, lines->count + 1);
  if (!checked) return tl::unexpected(checked.error());
  auto order = all_lines(lines->count);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(before), kNew);
  return reordered(document, lines->dimension, order,
                   tr(either(line, tr_later("insert a row"), tr_later("insert a column"))));
}

MaybeEdit remove_line(const Document& document, Line line, std::int64_t at) {
  const auto lines = lines_of(document, line);
  if (!lines) return tl::unexpected(lines.error());
  const auto checked = check_line(line, at, lines->count);
  if (!checked) return tl::unexpected(checked.error());
  if (lines->count == 1) {
    return fail(ErrorKind::kInvalidArgument,
                tr(either(line, tr_later("the only row cannot be removed"),
                          tr_later("the only column cannot be removed"))));
  }
  auto order = all_lines(lines->count);
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
  return reordered(
      document, lines->dimension, order,
      tr(either(line, tr_later("remove row {at}"), tr_later("remove column {at}")), arg("at", at)));
}

MaybeEdit move_line(const Document& document, Line line, std::int64_t from, std::int64_t to) {
  const auto lines = lines_of(document, line);
  if (!lines) return tl::unexpected(lines.error());
  for (const std::int64_t at : {from, to}) {
    if (const auto checked = check_line(line, at, lines->count); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  if (from == to) return Edit{"", document};
  auto order = all_lines(lines->count);
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(std::min(from, to));
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::max(from, to)) + 1;
  std::rotate(first, from < to ? first + 1 : last - 1, last);
  return reordered(
      document, lines->dimension, order,
      tr(either(line, tr_later("move row {from} to {to}"), tr_later("move column {from} to {to}")),
         arg("from", from), arg("to", to)));
}

}  // namespace normscope::document
