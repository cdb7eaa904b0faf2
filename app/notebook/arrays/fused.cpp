// SPDX-License-Identifier: MIT
// See binary.hpp: functions of three arrays whose last product and sum PyTorch's compiler fuses.
#include <cmath>

#include "app/notebook/arrays/binary.hpp"
#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

// f(a, b, c) over what the three broadcast to, laid out as `like`; all have the type of a.
template <class F>
Expected<Array> mapped(const Context& context, const Array& a, const Array& b, const Array& c,
                       std::initializer_list<const Array*> like, const F& f) {
  NORMSCOPE_TAKE(pair, broadcast(a.shape, b.shape));
  NORMSCOPE_TAKE(shape, broadcast(pair, c.shape));
  NORMSCOPE_TAKE(result, allocate_like(context, a.dtype, shape, like));
  visit_floating(a.dtype, [&]<class T>(Type<T>) {
    const auto loops =
        ta::loops_over<4>(shape, {result.strides, expanded_strides(a, shape),
                                  expanded_strides(b, shape), expanded_strides(c, shape)});
    T* const to = result.data<T>();
    ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
      for (std::int64_t i = 0; i < count; ++i) {
        to[at[0] + i * step[0]] =
            f(a.data<T>()[at[1] + i * step[1]], b.data<T>()[at[2] + i * step[2]],
              c.data<T>()[at[3] + i * step[3]]);
      }
    });
  });
  return result;
}

}  // namespace

Expected<Array> fused_sum(const Context& context, const Array& a, const Array& b, const Array& c) {
  return mapped(context, a, b, c, {&a, &b, &c},
                [](auto x, auto y, auto z) { return std::fma(x, y, z); });
}

Expected<Array> lerp(const Context& context, const Array& start, const Array& end,
                     const Operand& weight) {
  if (!is_floating(start.dtype)) {
    return runtime_error("\"lerp_kernel_scalar\" not implemented for '{}'", word_of(start.dtype));
  }
  const auto check = [&](const Array& other, std::string_view name) -> Expected<void> {
    if (other.dtype == start.dtype) return {};
    return runtime_error("expected dtype {} for `{}` but got dtype {}",
                         start.dtype == Dtype::kFloat32 ? "float" : "double", name,
                         other.dtype == Dtype::kFloat32 ? "float" : "double");
  };
  NORMSCOPE_CHECK(check(end, "end"));
  const auto* array = std::get_if<Array>(&weight);
  if (array != nullptr) NORMSCOPE_CHECK(check(*array, "weight"));
  NORMSCOPE_TAKE(part, array != nullptr ? Expected<Array>(*array)
                                        : point(context, std::get<Scalar>(weight), start.dtype));
  NORMSCOPE_TAKE(
      result, mapped(context, start, end, part, {&start, &end}, [](auto a, auto b, auto w) {
        using T = decltype(w);
        return std::abs(w) < T(0.5) ? std::fma(w, b - a, a) : std::fma(w - T{1}, b - a, b);
      }));
  Making making{"lerp", array != nullptr ? "LerpBackward1" : "LerpBackward0", {start, end}, {}};
  if (array != nullptr) making.inputs.push_back(*array);
  return made(context, std::move(result), std::move(making));
}

}  // namespace normscope::notebook::arrays
