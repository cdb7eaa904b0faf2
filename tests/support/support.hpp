// SPDX-License-Identifier: MIT
// Helpers of many tests: tensors in one line, files of tests/data, a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::testing {

/// A tensor of these values; aborts the test when their number does not match the shape.
tensor::Tensor make(tensor::Shape shape, std::vector<float> values);

/// The contents of a file of tests/data.
std::string read_data(std::string_view name);
nlohmann::json read_json_data(std::string_view name);
std::filesystem::path data_path(std::string_view name);

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// A temporary folder, which is deleted with this object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Waits for what another thread or process does; false after a minute, which is far beyond any
/// machine's need.
[[nodiscard]] bool eventually(const std::function<bool()>& done);

/// A float from the hexadecimal digits of its bits, as golden files write them ("3f800000").
float from_bits(std::string_view hex);
std::string to_bits(float value);

}  // namespace normscope::testing

/// The value of an Expected; aborts the test with the error's sentence when there is none. The
/// parameter's long name avoids a shadowed variable in `auto result =
/// NORMSCOPE_VALUE_OR_FAIL(...)`.
#define NORMSCOPE_VALUE_OR_FAIL(expected)                                           \
  ([&](auto&& normscope_expected) {                                                 \
    if (!normscope_expected) {                                                      \
      ADD_FAILURE() << "unexpected error: " << normscope_expected.error().sentence; \
      throw std::runtime_error(normscope_expected.error().sentence);                \
    }                                                                               \
    return *std::forward<decltype(normscope_expected)>(normscope_expected);         \
  }(expected))
