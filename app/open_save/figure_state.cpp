// SPDX-License-Identifier: MIT
#include "app/open_save/figure_state.hpp"

#include <utility>

#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"

namespace normscope::open_save {

base::Expected<std::string> figure_state(const document::Document& document) {
  document::Document carried = document;
  for (document::Input& input : carried.inputs) {
    auto* const file = std::get_if<document::File>(&input.origin);
    if (file == nullptr) continue;
    if (input.values.size() * static_cast<std::int64_t>(sizeof(float)) <= kCarriedBytes) {
      // Typed numbers are written to the session one by one, so the file is not needed.
      input = {input.name, document::Typed{}, document::Array(*input.values.values())};
      continue;
    }
    auto digest = document::sha256_of_file(file->path);
    if (!digest) return tl::unexpected(digest.error());
    file->sha256 = *std::move(digest);
  }
  return document::to_session(carried);
}

}  // namespace normscope::open_save
