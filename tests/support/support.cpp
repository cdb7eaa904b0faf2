// SPDX-License-Identifier: MIT
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace normscope::testing {

tensor::Tensor make(tensor::Shape shape, std::vector<float> values) {
  return NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::from_values(std::move(shape), std::move(values)));
}

std::filesystem::path data_path(std::string_view name) {
  return std::filesystem::path(NORMSCOPE_TEST_DATA_DIR) / name;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

std::string read_data(std::string_view name) {
  return read_file(data_path(name));
}

nlohmann::json read_json_data(std::string_view name) {
  return nlohmann::json::parse(read_data(name));
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "normscope-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a folder left behind in /tmp is no reason to fail a test
  std::filesystem::remove_all(path_, ignored);
}

bool eventually(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

float from_bits(std::string_view hex) {
  std::uint32_t bits = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  return std::bit_cast<float>(bits);
}

std::string to_bits(float value) {
  return fmt::format("{:08x}", std::bit_cast<std::uint32_t>(value));
}

}  // namespace normscope::testing
