// SPDX-License-Identifier: MIT
// See binary.hpp: the product and the sum that PyTorch's compiler fuses.
#include <cmath>

#include "app/notebook/arrays/elementwise/binary.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {

Expected<Array> fused_sum(const Context& context, const Array& a, const Array& b, const Array& c) {
  NORMSCOPE_TAKE(pair, broadcast(a.shape, b.shape));
  NORMSCOPE_TAKE(shape, broadcast(pair, c.shape));
  NORMSCOPE_TAKE(result, allocate_like(context, a.dtype, shape, {&a, &b, &c}));
  visit_floating(a.dtype, [&]<class T>(Type<T>) {
    T* const to = result.data<T>();
    ta::for_each_run(
        loops_of(result, a, b, c), [&](const auto& at, std::int64_t count, const auto& step) {
          for (std::int64_t i = 0; i < count; ++i) {
            to[at[0] + i * step[0]] =
                std::fma(a.data<T>()[at[1] + i * step[1]], b.data<T>()[at[2] + i * step[2]],
                         c.data<T>()[at[3] + i * step[3]]);
          }
        });
  });
  return result;
}

}  // namespace normscope::notebook::arrays
