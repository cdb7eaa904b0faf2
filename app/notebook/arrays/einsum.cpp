// SPDX-License-Identifier: MIT
// See matmul.hpp. Operands are joined from left to right; each pair becomes one batch of matrix
// products: labels that both have and the rest still needs are the batch, others are summed.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/notebook/arrays/binary.hpp"
#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/reductions.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

struct Labelled {
  Array array;
  std::string labels;
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct Equation {
  std::vector<std::string> inputs;
  std::string output;
};

// An ellipsis while its length is not known; dimensions that one stands for get labels of their
// own, from 1 on, which are no letters and sort before them.
constexpr char kEllipsis = '.';

Expected<Equation> parsed(std::string_view text) {
  std::string packed;
  for (const char c : text) {
    if (c != ' ') packed += c;
  }
  for (std::size_t at = packed.find("..."); at != std::string::npos; at = packed.find("...")) {
    packed.replace(at, 3, 1, '\x7f');
  }
  std::ranges::replace(packed, '.', '!');
  std::ranges::replace(packed, '\x7f', kEllipsis);
  const auto arrow = packed.find("->");
  const std::string left = packed.substr(0, arrow);
  Equation equation;
  equation.inputs.emplace_back();
  for (const char c : left) {
    if (c == ',') {
      equation.inputs.emplace_back();
    } else if (is_letter(c) || c == kEllipsis) {
      if (c == kEllipsis && equation.inputs.back().find(c) != std::string::npos) {
        return runtime_error(
            "einsum(): found \'.\' for operand {} for which an ellipsis was already found",
            equation.inputs.size() - 1);
      }
      equation.inputs.back() += c;
    } else {
      return runtime_error(
          "einsum(): invalid subscript given at index {} in the equation string, subscripts must "
          "be in [a-zA-Z]",
          text.find(c));
    }
  }
  if (arrow != std::string::npos) {
    equation.output = packed.substr(arrow + 2);
    return equation;
  }
  // Without an arrow: what occurs once, capitals first, behind what an ellipsis stands for.
  for (const char c : left) {
    if (is_letter(c) && std::ranges::count(left, c) == 1) equation.output += c;
  }
  std::ranges::sort(equation.output);
  if (left.find(kEllipsis) != std::string::npos) equation.output.insert(0, 1, kEllipsis);
  return equation;
}

// Labels instead of each ellipsis, aligned at the last dimension that it stands for.
void spread_ellipsis(Equation& equation, std::span<const Array> arrays) {
  const auto count_in = [](const std::string& labels, std::size_t rank) {
    return labels.find(kEllipsis) == std::string::npos || rank + 1 < labels.size()
               ? std::size_t{0}
               : rank + 1 - labels.size();
  };
  std::size_t most = 0;
  for (std::size_t i = 0; i < equation.inputs.size(); ++i) {
    most = std::max(most, count_in(equation.inputs[i], arrays[i].rank()));
  }
  const auto spread = [most](std::string& labels, std::size_t count) {
    const auto at = labels.find(kEllipsis);
    if (at == std::string::npos) return;
    std::string own;
    for (std::size_t k = most - count; k < most; ++k) own += static_cast<char>(k + 1);
    labels.replace(at, 1, own);
  };
  for (std::size_t i = 0; i < equation.inputs.size(); ++i) {
    spread(equation.inputs[i], count_in(equation.inputs[i], arrays[i].rank()));
  }
  spread(equation.output, most);
}

// A label twice in one operand takes the diagonal.
Expected<Labelled> without_repeats(const Context& context, Labelled operand) {
  for (std::size_t i = 0; i < operand.labels.size(); ++i) {
    const auto again = operand.labels.find(operand.labels[i], i + 1);
    if (again == std::string::npos) continue;
    NORMSCOPE_TAKE(line, diagonal(context, operand.array, 0, static_cast<std::int64_t>(i),
                                  static_cast<std::int64_t>(again)));
    std::string labels = operand.labels;
    const char label = labels[i];
    labels.erase(again, 1);
    labels.erase(i, 1);
    labels += label;
    return without_repeats(context, {std::move(line), std::move(labels)});
  }
  return operand;
}

// Dimensions in the order of `labels`, all of which it has.
Expected<Array> arranged(const Context& context, const Labelled& operand,
                         const std::string& labels) {
  Sizes order;
  for (const char c : labels) {
    order.push_back(static_cast<std::int64_t>(operand.labels.find(c)));
  }
  return permute(context, operand.array, order);
}

// Sums away what nothing else needs.
Expected<Labelled> summed(const Context& context, Labelled operand, const std::string& needed) {
  Sizes dims;
  std::string left;
  for (std::size_t i = 0; i < operand.labels.size(); ++i) {
    if (needed.find(operand.labels[i]) == std::string::npos) {
      dims.push_back(static_cast<std::int64_t>(i));
    } else {
      left += operand.labels[i];
    }
  }
  if (dims.empty()) return operand;
  NORMSCOPE_TAKE(total, sum(context, operand.array, {dims, false}));
  return Labelled{std::move(total), std::move(left)};
}

Shape sizes_of(const Labelled& a, const Labelled& b, const std::string& labels) {
  Shape sizes;
  for (const char c : labels) {
    const auto in_a = a.labels.find(c);
    const auto in_b = b.labels.find(c);
    const std::int64_t first = in_a == std::string::npos ? 1 : a.array.shape[in_a];
    sizes.push_back(first != 1 || in_b == std::string::npos ? first : b.array.shape[in_b]);
  }
  return sizes;
}

Expected<Labelled> joined(const Context& context, Labelled a, Labelled b,
                          const std::string& needed) {
  std::string batch;
  std::string rows;
  std::string columns;
  std::string inner;
  for (const char c : a.labels) {
    const bool shared = b.labels.find(c) != std::string::npos;
    const bool kept = needed.find(c) != std::string::npos;
    if (shared) {
      (kept ? batch : inner) += c;
    } else {
      rows += c;
    }
  }
  for (const char c : b.labels) {
    if (a.labels.find(c) == std::string::npos) columns += c;
  }
  std::ranges::sort(inner);
  const auto flat = [&](const Labelled& operand, const std::string& first,
                        const std::string& second) -> Expected<Array> {
    NORMSCOPE_TAKE(turned, arranged(context, operand, batch + first + second));
    // A size of 1 stands for any.
    NORMSCOPE_TAKE(wide, expand(context, turned, sizes_of(a, b, batch + first + second)));
    return reshape(context, wide,
                   {tensor::product(sizes_of(a, b, batch)), tensor::product(sizes_of(a, b, first)),
                    tensor::product(sizes_of(a, b, second))});
  };
  NORMSCOPE_TAKE(left, flat(a, rows, inner));
  NORMSCOPE_TAKE(right, flat(b, inner, columns));
  NORMSCOPE_TAKE(product, bmm(context, left, right));
  const std::string labels = batch + rows + columns;
  NORMSCOPE_TAKE(shaped, reshape(context, product, sizes_of(a, b, labels)));
  return Labelled{std::move(shaped), labels};
}

Expected<void> check_sizes(const std::vector<Labelled>& operands) {
  std::array<std::int64_t, 128> seen{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t d = 0; d < operands[i].labels.size(); ++d) {
      auto& known = seen[static_cast<std::size_t>(operands[i].labels[d])];
      const std::int64_t size = operands[i].array.shape[d];
      if (known > 1 && size != 1 && size != known) {
        return runtime_error(
            "einsum(): subscript {} has size {} for operand {} which does not broadcast with "
            "previously seen size {}",
            operands[i].labels[d], size, i, known);
      }
      if (size != 1 || known == 0) known = size;
    }
  }
  return {};
}

}  // namespace

Expected<Array> einsum(const Context& context, std::string_view equation,
                       std::span<const Array> arrays) {
  NORMSCOPE_TAKE(plan, parsed(equation));
  if (arrays.empty()) return runtime_error("einsum(): must provide at least one operand");
  if (plan.inputs.size() != arrays.size()) {
    return runtime_error("einsum(): {} operands were provided than specified in the equation",
                         plan.inputs.size() < arrays.size() ? "more" : "fewer");
  }
  if (std::ranges::any_of(arrays, [](const Array& x) { return x.rank() > 20; })) {
    return fail(ErrorKind::kNotSupported, "not supported: einsum of more than 20 dimensions");
  }
  spread_ellipsis(plan, arrays);
  const Context silent = without_gradients(context);
  std::vector<Labelled> operands;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (plan.inputs[i].size() != arrays[i].rank()) {
      return runtime_error(
          "einsum(): the number of subscripts in the equation ({}) does not match the number of "
          "dimensions ({}) for operand {} and no ellipsis was given",
          plan.inputs[i].size(), arrays[i].rank(), i);
    }
    operands.push_back({arrays[i], plan.inputs[i]});
  }
  NORMSCOPE_CHECK(check_sizes(operands));
  for (const char c : plan.output) {
    const bool known = std::ranges::any_of(
        operands, [c](const Labelled& o) { return o.labels.find(c) != std::string::npos; });
    if (!known) {
      return runtime_error(
          "einsum(): output subscript {} does not appear in the equation for any input operand", c);
    }
  }
  for (Labelled& operand : operands) {
    NORMSCOPE_TAKE(plain, without_repeats(silent, operand));
    operand = std::move(plain);
  }
  std::vector<std::string> needed(operands.size(), plan.output);
  for (std::size_t i = operands.size() - 1; i-- > 0;) {
    needed[i] = needed[i + 1] + operands[i + 1].labels;
  }
  NORMSCOPE_TAKE(total, summed(silent, operands[0], needed[0]));
  for (std::size_t i = 1; i < operands.size(); ++i) {
    NORMSCOPE_TAKE(next, summed(silent, operands[i], needed[i] + total.labels));
    NORMSCOPE_TAKE(pair, joined(silent, std::move(total), std::move(next), needed[i]));
    total = std::move(pair);
  }
  NORMSCOPE_TAKE(result, arranged(silent, total, plan.output));
  const bool sums = std::ranges::any_of(operands, [&](const Labelled& operand) {
    return operand.labels.find_first_not_of(plan.output) != std::string::npos;
  });
  const bool alone = operands.size() == 1;
  const std::string_view gradient = alone && sums ? "SumBackward1"
                                    : alone       ? "PermuteBackward0"
                                    : sums        ? "ViewBackward0"
                                                  : "MulBackward0";
  return made(
      context, std::move(result),
      {"einsum", gradient, {arrays.begin(), arrays.end()}, {{"equation", std::string(equation)}}});
}

}  // namespace normscope::notebook::arrays
