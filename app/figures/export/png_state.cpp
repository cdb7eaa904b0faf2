// SPDX-License-Identifier: MIT
// Finds the chunk of the state without libpng: only this chunk is decompressed, up to the largest
// size of a state.
#include "app/figures/export/png_state.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/figures/export/state.hpp"
#include "app/figures/paint/png.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

std::uint32_t number_at(std::string_view file, std::size_t at) {
  std::uint32_t number = 0;
  for (const char c : file.substr(at, 4)) number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

const Bytef* bytes_of(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
  return reinterpret_cast<const Bytef*>(text.data());
}

tl::unexpected<base::Error> broken(std::string_view what) {
  return base::fail(base::ErrorKind::kMalformed,
                    tr("the PNG file is damaged: {what}", arg("what", what)));
}

/// Inflates to at most kMostStateBytes, piece by piece: sizes in the file are not trusted.
base::Expected<std::string> inflated(std::string_view packed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) {
    return base::fail(base::ErrorKind::kTooLarge,
                      tr("there is no memory to unpack the figure's state"));
  }
  stream.next_in = const_cast<Bytef*>(bytes_of(packed));  // NOLINT(*-const-cast): zlib reads only
  stream.avail_in = static_cast<uInt>(packed.size());     // a chunk has less than 2^31 bytes
  std::string text;
  std::array<Bytef, 65536> piece{};
  int status = Z_OK;
  while (status == Z_OK && text.size() <= kMostStateBytes) {
    stream.next_out = piece.data();
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t produced = piece.size() - stream.avail_out;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    text.append(reinterpret_cast<const char*>(piece.data()), produced);
  }
  inflateEnd(&stream);
  if (text.size() > kMostStateBytes) return state_too_large();
  if (status != Z_STREAM_END) return broken(tr("its state cannot be unpacked"));
  return text;
}

/// The text of an iTXt chunk with our keyword; null for other keywords.
std::optional<base::Expected<std::string>> state_of(std::string_view chunk) {
  // Layout: keyword, 0, compressed, method, language, 0, translated keyword, 0, text.
  if (chunk.size() < kPngKeyword.size() + 3 || !chunk.starts_with(kPngKeyword) ||
      chunk[kPngKeyword.size()] != 0) {
    return std::nullopt;
  }
  const char packed = chunk[kPngKeyword.size() + 1];
  const char method = chunk[kPngKeyword.size() + 2];
  std::string_view rest = chunk.substr(kPngKeyword.size() + 3);
  for (int i = 0; i < 2; ++i) {
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) return broken(tr("its state has no beginning"));
    rest.remove_prefix(end + 1);
  }
  if (packed == 0) {
    if (rest.size() > kMostStateBytes) return state_too_large();
    return std::string(rest);
  }
  if (packed != 1 || method != 0) return broken(tr("its state is packed in an unknown way"));
  return inflated(rest);
}

}  // namespace

base::Expected<std::string> read_png_state(std::string_view file) {
  base::Expected<std::string> found = no_state();
  std::size_t at = 8;  // behind the signature
  while (file.size() - at >= 12) {
    const std::size_t length = number_at(file, at);
    if (length > 0x7FFFFFFFU || length > file.size() - at - 12) break;
    const std::string_view type = file.substr(at + 4, 4);
    if (type == "IEND") return found;
    if (type == "iTXt" && !found) {
      if (auto state = state_of(file.substr(at + 8, length))) {
        const auto sum = crc32(0, bytes_of(file.substr(at + 4)), static_cast<uInt>(4 + length));
        if (sum != number_at(file, at + 8 + length))
          return broken(tr("the sum of its state is wrong"));
        if (!*state) return *state;
        found = *std::move(state);
      }
    }
    at += 12 + length;
  }
  return broken(tr("it ends before its end"));
}

}  // namespace normscope::figures
