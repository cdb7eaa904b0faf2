// SPDX-License-Identifier: MIT
// Archives as NumPy and the description of .safetensors make them are listed and read to the last
// bit, and what a name means in them.
#include "core/io/archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace archive_test {

using base::ErrorKind;
using nlohmann::json;

void expect_array(const json& golden, const Arrays& arrays) {
  const std::string name = golden.at("name").get<std::string>();
  SCOPED_TRACE(name);
  const auto tensor = read_array(arrays, name);
  ASSERT_TRUE(tensor.has_value()) << tensor.error().sentence;
  EXPECT_EQ(tensor->shape(), golden.at("shape").get<tensor::Shape>());
  const auto bits = bits_of(*tensor);
  ASSERT_EQ(bits.size(), golden.at("values").size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const float expected = testing::from_bits(golden.at("values")[i].get<std::string>());
    EXPECT_EQ(without_payload(bits[i]), without_payload(std::bit_cast<std::uint32_t>(expected)))
        << "element " << i;
  }
}

void expect_archive(const json& golden) {
  SCOPED_TRACE(golden.at("name").get<std::string>());
  const std::string file = from_hex(golden.at("file").get<std::string>());
  EXPECT_TRUE(begins_as_arrays(file));
  const auto arrays = NORMSCOPE_VALUE_OR_FAIL(arrays_in(ByteSource::of(file), "")).value();
  const auto& entries = arrays.entries;
  ASSERT_EQ(entries.size(), golden.at("arrays").size());
  for (const json& array : golden.at("arrays")) {
    const auto entry =
        std::ranges::find(entries, array.at("name").get<std::string>(), &ArrayEntry::name);
    ASSERT_NE(entry, entries.end()) << array.at("name");
    EXPECT_EQ(entry->shape, array.at("shape").get<tensor::Shape>());
    EXPECT_EQ(entry->problem, "");
    expect_array(array, arrays);
  }
}

TEST(Archive, ReadsWhatNumpyWrites) {
  const json goldens = testing::read_json_data("io/archives.json");
  ASSERT_EQ(goldens.at("npz").size(), 2U);
  for (const json& golden : goldens.at("npz")) expect_archive(golden);
}

TEST(Archive, ReadsSafetensors) {
  const json goldens = testing::read_json_data("io/archives.json");
  ASSERT_EQ(goldens.at("safetensors").size(), 2U);
  for (const json& golden : goldens.at("safetensors")) expect_archive(golden);
}

TEST(Archive, AnArchiveIsReadFromAFileAsFromMemory) {
  const testing::TemporaryFolder folder;
  const json goldens = testing::read_json_data("io/archives.json");
  for (const char* const kind : {"npz", "safetensors"}) {
    const json& golden = goldens.at(kind).at(0);
    const std::string file = from_hex(golden.at("file").get<std::string>());
    const auto path = folder / "with:colon";
    testing::write_file(path, file);
    const auto named = std::filesystem::path(path.string() + ":wte.weight");
    const auto from_file = NORMSCOPE_VALUE_OR_FAIL(read_tensor(named));
    const auto arrays = NORMSCOPE_VALUE_OR_FAIL(arrays_in(ByteSource::of(file), "")).value();
    EXPECT_EQ(bits_of(from_file),
              bits_of(NORMSCOPE_VALUE_OR_FAIL(read_array(arrays, "wte.weight"))))
        << kind;
    expect_error(read_tensor(path.string() + ":none"), ErrorKind::kNotFound, "\"none\"");
    expect_error(read_tensor(path), ErrorKind::kInvalidArgument, "and one is needed");
  }
}

TEST(Archive, APathIsTakenApartWhereAFileEnds) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.npz", "x");
  testing::write_file(folder / "a.npz:b", "x");
  const std::string file = (folder / "a.npz").string();
  EXPECT_EQ(array_place(file).file, file);
  EXPECT_EQ(array_place(file).array, "");
  EXPECT_EQ(array_place(file + ":b").array, "");  // a file has that name
  EXPECT_EQ(array_place(file + ":c:d").file, file);
  EXPECT_EQ(array_place(file + ":c:d").array, "c:d");
  EXPECT_EQ(array_place("none.npz:a").file, "none.npz:a");
}

TEST(Archive, OneArrayNeedsNoName) {
  const std::vector<ArrayEntry> one{{"x", "F32"}};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(find_array(one, "")), 0U);
  const std::vector<ArrayEntry> one_readable{{"a", "F8", {}, "of a strange type"}, {"x", "F32"}};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(find_array(one_readable, "")), 1U);
  const std::vector<ArrayEntry> two{{"x", "F32"}, {"y\n", "F32"}};
  expect_error(find_array(two, ""), ErrorKind::kInvalidArgument, "x, y?");
  expect_error(find_array(two, "z"), ErrorKind::kNotFound, "no array named \"z\"");
  EXPECT_EQ(find_array(two, "z").error().hint, "it has x, y?");
  expect_error(find_array({}, ""), ErrorKind::kMalformed, "no arrays");
  expect_error(find_array({{"a", "F8", {}, "of a strange type"}}, ""), ErrorKind::kUnsupported,
               "of a strange type");
}

TEST(Archive, OnlyAnArchiveHasNames) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "x.csv", "1,2\n");
  expect_error(read_tensor(std::filesystem::path((folder / "x.csv").string() + ":a")),
               ErrorKind::kNotFound, "it is no archive");
  ASSERT_TRUE(write_tensor(folder / "y.npy", testing::make({1, 2}, {1, 2})));
  expect_error(read_tensor(std::filesystem::path((folder / "y.npy").string() + ":a")),
               ErrorKind::kNotFound, "it is no archive");
}

}  // namespace archive_test
}  // namespace normscope::io
