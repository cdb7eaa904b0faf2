// SPDX-License-Identifier: MIT
#include "app/open_save/figure_state.hpp"

#include <utility>

#include "app/document/file_digest.hpp"
#include "app/document/parameters.hpp"
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

// Takes the values of a file along where they are few, else the digest of the file.
base::Expected<void> carry(document::Origin& origin, document::Array& values) {
  auto* const file = std::get_if<document::File>(&origin);
  if (file == nullptr) return {};
  if (!is_carried(values)) return add_digest(*file);
  // Typed numbers are written to the session one by one, so the file is not needed.
  values = document::Array(*values.values());
  origin = document::Typed{};
  return {};
}

base::Expected<void> carry(document::Parameter& parameter) {
  if (!parameter.file) return {};
  if (!is_carried(parameter.values)) return add_digest(*parameter.file);
  parameter = {parameter.on, document::Array(*parameter.values.values())};
  return {};
}

base::Expected<void> carry(document::NormSettings& norm) {
  for (const document::ParameterRow& row : document::kParameterRows) {
    if (auto carried = carry(norm.*row.values); !carried) return carried;
  }
  return {};
}

// What the operation is compared with: an operation with parameters, or an output.
base::Expected<void> carry(document::Comparison& comparison) {
  if (auto* const other = std::get_if<document::Operation>(&comparison.b)) {
    return carry(other->norm);
  }
  auto* const output = std::get_if<document::GivenOutput>(&comparison.b);
  return output == nullptr ? base::Expected<void>() : carry(output->origin, output->values);
}

}  // namespace

base::Expected<std::string> figure_state(const document::Document& document) {
  document::Document carried = document;
  for (document::Input& input : carried.inputs) {
    if (const auto taken = carry(input.origin, input.values); !taken) {
      return tl::unexpected(taken.error());
    }
  }
  if (const auto taken = carry(carried.norm); !taken) return tl::unexpected(taken.error());
  if (carried.comparison) {
    if (const auto taken = carry(*carried.comparison); !taken) {
      return tl::unexpected(taken.error());
    }
  }
  return document::to_session(carried);
}

}  // namespace normscope::open_save
