// SPDX-License-Identifier: MIT
#include "app/open_save/figure_state.hpp"

#include <utility>

#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"

namespace normscope::open_save {
namespace {

bool is_carried(const document::Array& values) {
  return values.size() * static_cast<std::int64_t>(sizeof(float)) <= kCarriedBytes;
}

base::Expected<void> add_digest(document::File& file) {
  auto digest = document::sha256_of_file(file.path);
  if (!digest) return tl::unexpected(digest.error());
  file.sha256 = *std::move(digest);
  return {};
}

}  // namespace

base::Expected<std::string> figure_state(const document::Document& document) {
  document::Document carried = document;
  for (document::Input& input : carried.inputs) {
    auto* const file = std::get_if<document::File>(&input.origin);
    if (file == nullptr) continue;
    if (is_carried(input.values)) {
      // Typed numbers are written to the session one by one, so the file is not needed.
      input = {input.name, document::Typed{}, document::Array(*input.values.values())};
    } else if (const auto known = add_digest(*file); !known) {
      return tl::unexpected(known.error());
    }
  }
  for (document::Parameter* const parameter : {&carried.norm.gamma, &carried.norm.beta}) {
    if (!parameter->file) continue;
    if (is_carried(parameter->values)) {
      *parameter = {parameter->on, document::Array(*parameter->values.values())};
    } else if (const auto known = add_digest(*parameter->file); !known) {
      return tl::unexpected(known.error());
    }
  }
  return document::to_session(carried);
}

}  // namespace normscope::open_save
