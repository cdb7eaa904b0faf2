// SPDX-License-Identifier: MIT
// Helpers of the tests of core/io: expected errors, bytes from hex digits, a sink that collects all
// bytes, and a child process for changes that must not affect the test's own process.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"
#include "tests/support/support.hpp"

namespace normscope::io {

template <class T>
void expect_error(const base::Expected<T>& result, base::ErrorKind kind, std::string_view part) {
  ASSERT_FALSE(result.has_value()) << "expected an error with: " << part;
  EXPECT_EQ(static_cast<int>(result.error().kind), static_cast<int>(kind))
      << result.error().sentence;
  EXPECT_NE(result.error().sentence.find(part), std::string::npos)
      << result.error().sentence << "\nlacks: " << part;
}

inline std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

inline std::vector<std::uint32_t> bits_of(const tensor::Tensor& tensor) {
  std::vector<std::uint32_t> bits;
  for (const float value : tensor.values()) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

/// The bits, with the same bits for every NaN: no format here defines the payload of a NaN.
inline std::uint32_t without_payload(std::uint32_t bits) {
  return (bits & 0x7fffffffU) > 0x7f800000U ? 0x7fc00000U : bits;
}

/// All bytes that `write` passes to its sink.
template <class Write>
base::Expected<std::string> collect(const Write& write) {
  std::string bytes;
  const base::Expected<void> done = write([&](std::string_view piece) {
    bytes += piece;
    return base::Expected<void>();
  });
  return done.map([&] { return bytes; });
}

/// Opens a file whose descriptor is passed on.
inline Descriptor open_at(const std::filesystem::path& path, int flags) {
  Descriptor file = open_file(path, flags);
  EXPECT_TRUE(file.open()) << path;
  return file;
}

/// "/dev/fd/5": the name of an open descriptor.
inline std::string name_of(int descriptor) {
  return "/dev/fd/" + std::to_string(descriptor);
}

/// Runs `body` in a child process, and returns whether it returned true there.
template <class Body>
bool in_child(const Body& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace normscope::io
