// SPDX-License-Identifier: MIT
#include "app/document/file_digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/io/read_file.hpp"

namespace normscope::document {
namespace {

// Bytes read at a time, because a file may be larger than the memory.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;

base::Error named(const std::filesystem::path& path, base::Error error) {
  error.sentence = path.string() + ": " + error.sentence;
  return error;
}

}  // namespace

base::Expected<std::string> sha256_of_file(const std::filesystem::path& path) {
  auto source = io::ByteSource::open(path);
  if (!source) return tl::unexpected(named(path, source.error()));
  sha256_ctx state{};
  sha256_init(&state);
  std::vector<char> piece(kPiece);
  while (source->remaining() > 0) {
    const auto count = static_cast<std::size_t>(std::min(kPiece, source->remaining()));
    const std::span<char> out = std::span(piece).first(count);
    if (const auto read = source->read(out); !read) {
      return tl::unexpected(named(path, read.error()));
    }
    // NOLINTNEXTLINE(*-reinterpret-cast): characters are bytes to the digest
    sha256_update(&state, count, reinterpret_cast<const std::uint8_t*>(out.data()));
  }
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&state, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

base::Expected<void> check_file(const File& file) {
  const auto digest = sha256_of_file(file.path);
  if (!digest) return tl::unexpected(digest.error());
  if (file.sha256.empty() || *digest == file.sha256) return {};
  return base::fail(
      base::ErrorKind::kInvalidArgument,
      fmt::format("{}: is not the file this was made from: its SHA-256 is another", file.path));
}

}  // namespace normscope::document
