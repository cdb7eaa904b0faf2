// SPDX-License-Identifier: MIT
// Zip archives that are written byte by byte, also with what no archive should say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/npy.hpp"

namespace normscope::testing {

inline constexpr std::uint32_t kStored = 0;
inline constexpr std::uint32_t kDeflated = 8;

struct ZipMember {
  std::string name;
  std::string bytes;  // as packed
  std::uint32_t method = kStored;
  std::uint32_t flags = 0;
  std::optional<std::uint32_t> size = std::nullopt;  // the claimed one
  std::optional<std::uint32_t> checksum = std::nullopt;
};

inline std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0);
  }
  return ~crc;
}

inline void put(std::string& out, std::size_t bytes, std::uint64_t value) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xff);
}

// From the version to the lengths of name and extra field, the same in both places of a member.
inline std::string about(const ZipMember& member) {
  std::string text;
  put(text, 2, 20);
  put(text, 2, member.flags);
  put(text, 2, member.method);
  put(text, 4, 0x00210000);  // 1980-01-01
  put(text, 4, member.checksum.value_or(crc32_of(member.bytes)));
  put(text, 4, member.bytes.size());
  put(text, 4, member.size.value_or(static_cast<std::uint32_t>(member.bytes.size())));
  put(text, 2, member.name.size());
  put(text, 2, 0);
  return text;
}

inline std::string zip_of(const std::vector<ZipMember>& members) {
  std::string file;
  std::string directory;
  for (const ZipMember& member : members) {
    const std::size_t at = file.size();
    file += "PK\x03\x04" + about(member) + member.name + member.bytes;
    directory += "PK\x01\x02";
    put(directory, 2, 20);
    directory += about(member);
    directory.append(10, '\0');
    put(directory, 4, at);
    directory += member.name;
  }
  const std::size_t start = file.size();
  file += directory + "PK\x05\x06";
  put(file, 4, 0);
  put(file, 2, members.size());
  put(file, 2, members.size());
  put(file, 4, directory.size());
  put(file, 4, start);
  put(file, 2, 0);
  return file;
}

// A text and then `runs` times 258 zeros, deflated with the fixed codes of RFC 1951: 13 bits for
// each run.
inline std::string deflated(std::string_view text, std::size_t runs) {
  std::string out;
  std::size_t used = 0;  // bits
  const auto put_bit = [&](std::uint32_t bit) {
    if (used % 8 == 0) out += '\0';
    out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) | bit << (used++ % 8));
  };
  const auto put_code = [&](std::uint32_t code, int bits) {
    while (bits-- > 0) put_bit((code >> bits) & 1U);
  };
  put_code(0b110, 3);  // the last block, of fixed codes
  for (const char c : text) {
    const std::uint32_t byte = static_cast<unsigned char>(c);
    if (byte < 144) {
      put_code(0b00110000 + byte, 8);
    } else {
      put_code(0b110010000 + byte - 144, 9);
    }
  }
  for (std::size_t run = 0; run < runs; ++run) {
    put_code(0b11000101, 8);  // 258 bytes
    put_code(0, 5);           // as the one before
  }
  put_code(0, 7);  // the end
  return out;
}

// 256 zeros and some runs of them behind the front of an array.
inline ZipMember zeros(const std::string& name, std::int64_t numbers, std::size_t runs) {
  const std::string front = io::npy_front({numbers}) + std::string(256, '\0');
  const std::size_t claimed =
      io::npy_front({numbers}).size() + 4 * static_cast<std::size_t>(numbers);
  return {name, deflated(front, runs), kDeflated, 0, static_cast<std::uint32_t>(claimed), 0};
}

}  // namespace normscope::testing
