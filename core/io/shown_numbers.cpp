// SPDX-License-Identifier: MIT
#include "core/io/shown_numbers.hpp"

#include <algorithm>
#include <utility>

namespace normscope::io {

std::optional<int> decimals_shown(std::string_view text, char decimal_mark) {
  const auto digit_at = [text](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  int most = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (!digit_at(k)) continue;
    while (digit_at(k)) ++k;
    if (k < text.size() && text[k] == decimal_mark) {
      const std::size_t mark = k++;
      while (digit_at(k)) ++k;
      most = std::max(most, static_cast<int>(k - mark - 1));
    }
    const bool exponent = k < text.size() && (text[k] == 'e' || text[k] == 'E') &&
                          (digit_at(k + 1) || digit_at(k + 2));
    if (exponent) return std::nullopt;
  }
  return most;
}

base::Expected<ShownNumbers> read_shown(const ArrayPlace& place) {
  auto source = ByteSource::open(place.file);
  if (!source) return tl::unexpected(source.error());
  const auto arrays = arrays_in(*source, place.file);
  if (!arrays) return tl::unexpected(arrays.error());
  if (*arrays) {
    const auto at = find_array((*arrays)->entries, place.array);
    auto values = read_tensor(*std::move(source), *arrays, place);
    if (!values) return tl::unexpected(values.error());
    return ShownNumbers{*std::move(values), at ? (*arrays)->entries[*at].type : std::string()};
  }
  const auto text = source->read_rest();
  if (!text) return tl::unexpected(text.error());
  auto values = read_tensor(ByteSource::of(*text), *arrays, place);
  if (!values) return tl::unexpected(values.error());
  // Commas separate, unless something else does.
  const bool comma =
      text->find('.') == std::string::npos && text->find_first_of(";\t") != std::string::npos;
  return ShownNumbers{*std::move(values), {}, decimals_shown(*text, comma ? ',' : '.')};
}

}  // namespace normscope::io
