// SPDX-License-Identifier: MIT
#include "core/tensor/nested_numbers.hpp"

#include <utility>

#include "core/base/limits.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::tensor {

namespace {

std::string describe(const Shape& shape) {
  return shape.empty() ? tr("a number")
                       : tr("a list of shape {shape}", arg("shape", shape_to_text(shape)));
}

class NestedNumbers {
 public:
  NestedNumbers(TextCursor& cursor, std::vector<float>& values)
      : cursor_(cursor), values_(values) {}

  Expected<Shape> item(std::size_t depth) {
    const std::size_t start = cursor_.position();
    if (!cursor_.sees('[') && !cursor_.sees('(')) return number();
    if (depth == base::kMaxRank) {
      return fail(ErrorKind::kTooLarge,
                  tr("{place}: lists nest deeper than the {most} dimensions a tensor may have",
                     arg("place", cursor_.place(start)), arg("most", base::kMaxRank)));
    }
    return list(depth);
  }

 private:
  enum class Separator { kUnknown, kComma, kBlank };

  Expected<Shape> number() {
    const std::size_t start = cursor_.position();
    const std::string_view word = cursor_.take_word();
    if (word.starts_with("...")) {
      return fail(ErrorKind::kUnsupported,
                  tr("{place}: the text is a summary, elements are left out where it says '...'",
                     arg("place", cursor_.place(start))),
                  tr("print all of it: torch.set_printoptions(profile='full') or "
                     "numpy.set_printoptions(threshold=sys.maxsize)"));
    }
    if (word.empty())
      return cursor_.fail_expecting(tr_later("expected a number or a list, but found {found}"));
    const auto value = text::parse_double(word);
    if (!value)
      return cursor_.fail_at(start, tr("{word} is not a number", arg("word", quoted(word))));
    values_.push_back(static_cast<float>(*value));
    return Shape{};
  }

  Expected<Shape> list(std::size_t depth) {
    const std::size_t start = cursor_.position();
    const char opening = cursor_.sees('[') ? '[' : '(';
    const char closing = opening == '[' ? ']' : ')';
    cursor_.take(opening);
    cursor_.skip_blanks();

    Shape item_shape;
    std::int64_t count = 0;
    auto separator = Separator::kUnknown;
    while (!cursor_.take(closing)) {
      if (cursor_.at_end() || cursor_.sees(']') || cursor_.sees(')')) {
        return cursor_.fail_expecting(
            tr_later("expected '{closing}' for the '{opening}' of {place}, but found {found}"),
            arg("closing", closing), arg("opening", opening), arg("place", cursor_.place(start)));
      }
      const std::size_t item_start = cursor_.position();
      auto shape = item(depth + 1);
      if (!shape) return shape;
      if (count > 0 && *shape != item_shape) {
        return cursor_.fail_at(
            item_start, tr("expected {expected} as before it, but found {found}",
                           arg("expected", describe(item_shape)), arg("found", describe(*shape))));
      }
      item_shape = std::move(*shape);
      ++count;
      if (auto separated = read_separator(separator); !separated) {
        return tl::unexpected(separated.error());
      }
    }
    if (opening == '(' && count == 1 && separator == Separator::kUnknown) return item_shape;
    item_shape.insert(item_shape.begin(), count);
    return item_shape;
  }

  // Moves to the next item or the end of the list. The first separator of a list is the only one
  // allowed in it: a missing comma among others is a typing error, not a NumPy print.
  Expected<void> read_separator(Separator& separator) {
    const std::size_t start = cursor_.position();
    cursor_.skip_blanks();
    if (cursor_.at_end() || cursor_.sees(']') || cursor_.sees(')')) return {};
    const auto found = cursor_.sees(',') ? Separator::kComma : Separator::kBlank;
    if (found == Separator::kBlank && cursor_.position() == start) {
      return cursor_.fail_expecting(tr_later("expected a comma or a blank, but found {found}"));
    }
    if (separator != Separator::kUnknown && separator != found) {
      return found == Separator::kComma
                 ? cursor_.fail_at(cursor_.position(),
                                   tr("a comma in a list that has blanks before"))
                 : cursor_.fail_expecting(
                       tr_later("expected a comma as before in this list, but found {found}"));
    }
    separator = found;
    if (cursor_.take(',')) cursor_.skip_blanks();
    return {};
  }

  TextCursor& cursor_;
  std::vector<float>& values_;
};

}  // namespace

Expected<Shape> read_nested_numbers(TextCursor& cursor, std::vector<float>& values) {
  return NestedNumbers(cursor, values).item(0);
}

}  // namespace normscope::tensor
