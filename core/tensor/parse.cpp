// SPDX-License-Identifier: MIT
#include "core/tensor/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/tensor/nested_numbers.hpp"
#include "core/tensor/text_cursor.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::tensor {

namespace {

constexpr std::array<std::string_view, 5> kCalls{"tensor", "torch.tensor", "array", "np.array",
                                                 "numpy.array"};
constexpr std::array<std::string_view, 4> kIgnoredSuffixes{"dtype", "device", "grad_fn",
                                                           "requires_grad"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Reads "tensor(" or another of kCalls; returns false and does not move the cursor otherwise.
bool take_call(TextCursor& cursor) {
  TextCursor ahead = cursor;
  if (!contains(kCalls, ahead.take_word()) || !ahead.take('(')) return false;
  cursor = ahead;
  return true;
}

// Skips the value of an ignored suffix: 'cuda:0', <AddBackward0>, torch.float64, True.
Expected<void> skip_suffix_value(TextCursor& cursor) {
  for (const auto& [opening, closing] : {std::pair{'\'', '\''}, {'"', '"'}, {'<', '>'}}) {
    if (!cursor.take(opening)) continue;
    if (cursor.take_through(closing)) return {};
    return cursor.fail_expecting(
        tr_later("expected a value that ends with {closing}, but found {found}"),
        arg("closing", closing));
  }
  if (cursor.take_word().empty())
    return cursor.fail_expecting(tr_later("expected a value, but found {found}"));
  return {};
}

// Reads a size: "(0, 3)", "torch.Size([0, 3])".
Expected<Shape> read_size(TextCursor& cursor) {
  const bool wrapped = cursor.take("torch.Size(");
  const char closing = cursor.sees('[') ? ']' : ')';
  if (!cursor.take('[') && !cursor.take('('))
    return cursor.fail_expecting(tr_later("expected a size such as (0, 3), but found {found}"));
  Shape size;
  cursor.skip_blanks();
  while (!cursor.take(closing)) {
    const std::size_t start = cursor.position();
    const auto number = text::parse_int(cursor.take_word());
    if (!number) return cursor.fail_at(start, tr("expected a whole number in a size"));
    size.push_back(*number);
    cursor.skip_blanks();
    if (!cursor.take(',') && !cursor.sees(closing)) {
      return cursor.fail_expecting(tr_later("expected ',' or '{closing}', but found {found}"),
                                   arg("closing", closing));
    }
    cursor.skip_blanks();
  }
  if (wrapped && !cursor.take(')'))
    return cursor.fail_expecting(tr_later("expected ')', but found {found}"));
  return size;
}

// Reads the suffixes up to the parenthesis that ends the call; returns the size, if there is one.
Expected<std::optional<Shape>> read_suffixes(TextCursor& cursor) {
  std::optional<Shape> size;
  cursor.skip_blanks();
  while (!cursor.take(')')) {
    if (!cursor.take(',')) {
      return cursor.fail_expecting(
          tr_later("expected ',' or the ')' of the call, but found {found}"));
    }
    cursor.skip_blanks();
    if (cursor.sees(')')) continue;
    const std::size_t start = cursor.position();
    const std::string_view name = cursor.take_word();
    const bool is_size = name == "size" || name == "shape";
    if (!is_size && !contains(kIgnoredSuffixes, name)) {
      return cursor.fail_at(
          start, tr("{name} is none of the suffixes of a print ({suffixes}, size, shape)",
                    arg("name", quoted(name)), arg("suffixes", text::listed(kIgnoredSuffixes))));
    }
    cursor.skip_blanks();
    if (!cursor.take('='))
      return cursor.fail_expecting(tr_later("expected '=', but found {found}"));
    cursor.skip_blanks();
    if (is_size) {
      auto read = read_size(cursor);
      if (!read) return tl::unexpected(read.error());
      size = std::move(*read);
    } else if (auto skipped = skip_suffix_value(cursor); !skipped) {
      return tl::unexpected(skipped.error());
    }
    cursor.skip_blanks();
  }
  return size;
}

// The shape of a call: that of its lists, or, when the lists are empty, the empty shape that the
// size suffix names.
Expected<Shape> agreed_shape(const TextCursor& cursor, std::size_t start, Shape listed,
                             std::optional<Shape> size) {
  if (!size || *size == listed) return listed;
  const auto count = element_count(*size);
  if (!count) return tl::unexpected(count.error());
  if (product(listed) == 0 && *count == 0) return *size;
  return cursor.fail_at(start,
                        tr("the size {shape} does not fit the values, of shape {own}",
                           arg("shape", shape_to_text(*size)), arg("own", shape_to_text(listed))));
}

}  // namespace

bool begins_as_print(std::string_view text) {
  TextCursor cursor(text);
  cursor.skip_blanks();
  return cursor.sees('[') || cursor.sees('(') || cursor.take("Parameter containing:") ||
         take_call(cursor);
}

Expected<Tensor> parse_text(std::string_view text) {
  if (text.size() > kMaxTensorTextBytes) {
    return fail(ErrorKind::kTooLarge,
                tr("a text of {text} bytes is too long; {most} bytes are the most",
                   arg("text", text.size()), arg("most", kMaxTensorTextBytes)),
                tr("save the tensor as a .npy file and open that"));
  }
  TextCursor cursor(text);
  cursor.skip_blanks();
  if (cursor.at_end()) return fail(ErrorKind::kMalformed, tr("the text is empty"));
  if (cursor.take("Parameter containing:")) cursor.skip_blanks();

  const std::size_t start = cursor.position();
  const bool call = take_call(cursor);
  if (call) cursor.skip_blanks();
  std::vector<float> values;
  auto shape = read_nested_numbers(cursor, values);
  if (!shape) return tl::unexpected(shape.error());
  if (call) {
    auto size = read_suffixes(cursor);
    if (!size) return tl::unexpected(size.error());
    shape = agreed_shape(cursor, start, std::move(*shape), std::move(*size));
    if (!shape) return tl::unexpected(shape.error());
  }
  cursor.skip_blanks();
  if (!cursor.at_end()) {
    auto error = cursor.fail_expecting(tr_later("expected the end of the text, but found {found}"));
    error.value().hint = tr("write several rows as [[1, 2], [3, 4]]");
    return error;
  }
  return Tensor::from_values(std::move(*shape), std::move(values));
}

}  // namespace normscope::tensor
