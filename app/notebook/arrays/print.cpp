// SPDX-License-Identifier: MIT
// See array.hpp: an array as PyTorch prints it, character for character.
#include <algorithm>

#include "app/notebook/arrays/array.hpp"
#include "core/tensor/float_format.hpp"
#include "core/tensor/text_layout.hpp"

namespace normscope::notebook::arrays {
namespace {

constexpr std::string_view kOpening = "tensor(";
constexpr auto kIndent = static_cast<std::int64_t>(kOpening.size());

template <class T>
std::string integer_text(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
}

template <class T>
void append_elements(const Array& x, const tensor::PrintOptions& options, std::string& out) {
  const T* const values = x.data<T>();
  const bool contiguous = x.is_contiguous();
  const auto value_at = [&](std::int64_t position) {
    if (contiguous) return values[position];
    std::int64_t at = 0;
    for (std::size_t d = x.rank(); d-- > 0; position /= x.shape[d]) {
      at += position % x.shape[d] * x.strides[d];
    }
    return values[at];
  };
  const tensor::TextLayout layout(x.shape, options);
  const auto for_each_shown = [&](const auto& visit) {
    layout.for_each_shown([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) visit(value_at(i));
    });
  };
  if constexpr (kIsFloating<T>) {
    tensor::FloatRange range;
    for_each_shown([&](T value) { range.add(static_cast<double>(value)); });
    const tensor::FloatFormat format(range, options);
    const auto append = [&](std::int64_t position, std::string& text) {
      format.append(static_cast<double>(value_at(position)), text);
    };
    layout.append_block(kIndent, format.width(), append, out);
  } else {
    std::size_t width = 1;
    for_each_shown([&](T value) { width = std::max(width, integer_text(value).size()); });
    const auto append = [&](std::int64_t position, std::string& text) {
      text += fmt::format("{:>{}}", integer_text(value_at(position)), width);
    };
    layout.append_block(kIndent, static_cast<std::int64_t>(width), append, out);
  }
}

}  // namespace

std::string to_text(const Context& context, const Array& x) {
  const tensor::PrintOptions options = tensor::within_bounds(context.print);
  std::string text(kOpening);
  const bool empty = x.size() == 0;
  if (empty) {
    text += "[]";
  } else {
    visit_dtype(x.dtype, [&]<class T>(Type<T>) { append_elements<T>(x, options, text); });
  }
  tensor::SuffixWriter suffixes(text, kIndent, options);
  if (empty && x.rank() != 1) suffixes.append("size=" + tensor::shape_to_text(x.shape));
  const bool usual = x.dtype == context.default_dtype ||
                     (!empty && (x.dtype == Dtype::kInt64 || x.dtype == Dtype::kBool));
  if (!usual) suffixes.append("dtype=torch." + std::string(name_of(x.dtype)));
  if (!x.grad_fn.empty()) {
    suffixes.append("grad_fn=<" + std::string(x.grad_fn) + ">");
  } else if (x.requires_grad) {
    suffixes.append("requires_grad=True");
  }
  text += ')';
  return text;
}

}  // namespace normscope::notebook::arrays
