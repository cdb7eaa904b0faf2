// SPDX-License-Identifier: MIT
#include "app/document/file_digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

// Bytes read at a time, because a file may be larger than the memory.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;

}  // namespace

base::Expected<std::string> sha256_of(io::ByteSource source) {
  sha256_ctx state{};
  sha256_init(&state);
  std::vector<char> piece(std::min(kPiece, source.remaining()));
  while (source.remaining() > 0) {
    const auto count = static_cast<std::size_t>(std::min(kPiece, source.remaining()));
    const std::span<char> out = std::span(piece).first(count);
    if (const auto read = source.read(out); !read) return tl::unexpected(read.error());
    // NOLINTNEXTLINE(*-reinterpret-cast): characters are bytes to the digest
    sha256_update(&state, count, reinterpret_cast<const std::uint8_t*>(out.data()));
  }
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&state, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

base::Expected<std::string> sha256_of_file(const std::filesystem::path& path) {
  return io::ByteSource::open_regular(path).and_then(sha256_of).map_error(
      [&](base::Error&& error) -> base::Error {
        error.sentence = path.string() + ": " + error.sentence;
        return std::move(error);
      });
}

base::Expected<void> check_file(const File& file) {
  const auto digest = sha256_of_file(file.path);
  if (!digest) return tl::unexpected(digest.error());
  if (file.sha256.empty() || *digest == file.sha256) return {};
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("{path}: is not the file this was made from: its SHA-256 is another",
                       arg("path", file.path)));
}

}  // namespace normscope::document
