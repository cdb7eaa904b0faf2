// SPDX-License-Identifier: MIT
// See indexing.hpp: where the elements stand that are not zero.
#include <algorithm>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {

Expected<std::vector<Array>> positions_of(const Context& context, const Array& mask) {
  std::vector<std::vector<std::int64_t>> places(mask.rank());
  std::int64_t count = 0;
  NORMSCOPE_TAKE(chosen, converted(context, mask, Dtype::kBool));
  const bool* const held = chosen.data<bool>();
  for_each_index(chosen, [&](const Shape& index, std::int64_t at) {
    if (!held[at]) return;
    ++count;
    for (std::size_t d = 0; d < index.size(); ++d) places[d].push_back(index[d]);
  });
  std::vector<Array> result;
  for (const auto& place : places) {
    NORMSCOPE_TAKE(array, from_values(context, Dtype::kInt64, {count}, place));
    result.push_back(std::move(array));
  }
  return result;
}

Expected<Array> nonzero(const Context& context, const Array& x) {
  NORMSCOPE_TAKE(positions, positions_of(context, x));
  const auto rank = static_cast<std::int64_t>(x.rank());
  std::int64_t count = 0;
  if (x.rank() > 0) {
    count = positions[0].size();
  } else {
    NORMSCOPE_TAKE(value, item(x));
    count = to_double(value) != 0.0 ? 1 : 0;
  }
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kInt64, {count, rank}, {1, count}));
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t d = 0; d < rank; ++d) {
      result.data<std::int64_t>()[i + d * count] =
          positions[static_cast<std::size_t>(d)].data<std::int64_t>()[i];
    }
  }
  return made(context, std::move(result), {"nonzero", {}, {x}, {}});
}

}  // namespace normscope::notebook::arrays
