// SPDX-License-Identifier: MIT
// Boxes of arrays in files, read and written, against the arrays as a whole.
#include "core/io/parts.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "tests/core/io/io_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::io {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

tensor::Tensor counted(const tensor::Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  std::iota(values.begin(), values.end(), 0.5F);
  return testing::make(shape, std::move(values));
}

// The numbers of all boxes, in the order of the boxes.
std::vector<float> in_boxes(const StoredNumbers& numbers, const tensor::Shape& size) {
  std::vector<float> all;
  const tensor::Boxes boxes(numbers.header.shape, size);
  for (std::int64_t number = 0; number < boxes.count(); ++number) {
    const tensor::Box box = boxes.at(number);
    std::vector<float> part(static_cast<std::size_t>(tensor::product(box.size)));
    EXPECT_TRUE(read_box(numbers, box, part));
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

TEST(Parts, OfEachFileOfArrays) {
  const TemporaryFolder folder;
  const tensor::Tensor x = counted({4, 6});
  ASSERT_TRUE(write_tensor(folder / "x.npy", x));
  const tensor::Tensor other = counted({3});
  const std::vector<NamedTensor> named{{"other", &other}, {"x", &x}};
  ASSERT_TRUE(write_archive(folder / "x.safetensors", named));
  testing::write_file(folder / "x.safetensors.index.json",
                      R"({"weight_map": {"other": "x.safetensors", "x": "x.safetensors"}})");
  for (const char* const name : {"x.npy", "x.safetensors:x", "x.safetensors.index.json:x"}) {
    SCOPED_TRACE(name);
    const auto numbers = NORMSCOPE_VALUE_OR_FAIL(stored_numbers(array_place(folder / name)));
    ASSERT_TRUE(numbers);
    EXPECT_EQ(in_boxes(*numbers, {3, 6}), std::vector(x.values().begin(), x.values().end()));
    EXPECT_EQ(in_boxes(*numbers, {4, 5}),
              (std::vector<float>{.5F,   1.5F,  2.5F,  3.5F,  4.5F,  6.5F,  7.5F,  8.5F,
                                  9.5F,  10.5F, 12.5F, 13.5F, 14.5F, 15.5F, 16.5F, 18.5F,
                                  19.5F, 20.5F, 21.5F, 22.5F, 5.5F,  11.5F, 17.5F, 23.5F}));
  }
}

TEST(Parts, NotOfWhatIsReadWhole) {
  const TemporaryFolder folder;
  testing::write_file(folder / "x.csv", "1,2\n3,4\n");
  EXPECT_FALSE(NORMSCOPE_VALUE_OR_FAIL(stored_numbers(array_place(folder / "x.csv"))));
  const auto missing = stored_numbers(array_place(folder / "none.npy"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, base::ErrorKind::kNotFound);
}

TEST(Parts, OutputsAreTheFilesThatTheWholeGives) {
  const TemporaryFolder folder;
  const tensor::Tensor x = counted({5, 3, 2});
  for (const char* const ending : {".npy", ".safetensors"}) {
    const auto name = [&](std::string stem) { return folder / (std::move(stem) + ending); };
    ASSERT_TRUE(write_tensor(name("y"), x));
    const std::string whole = testing::read_file(name("y"));
    // The last box first.
    const auto produce = [&](const BoxSink& sink) -> base::Expected<void> {
      const tensor::Boxes boxes(x.shape(), {2, 3, 1});
      for (std::int64_t number = boxes.count(); number-- > 0;) {
        const tensor::Box box = boxes.at(number);
        std::vector<float> values;
        for (std::int64_t at = 0; at < tensor::product(box.size); ++at) {
          const tensor::Shape in = tensor::index_of(box.size, at);
          values.push_back(x.values()[static_cast<std::size_t>(
              ((box.first[0] + in[0]) * 3 + box.first[1] + in[1]) * 2 + box.first[2] + in[2])]);
        }
        if (auto written = sink(box, values); !written) return written;
      }
      return {};
    };
    fs::remove(name("y"));
    const auto output = output_in_boxes(name("y"), x.shape(), produce);
    ASSERT_TRUE(output);
    ASSERT_TRUE(write_files({&*output, 1}));
    EXPECT_EQ(testing::read_file(name("y")), whole);
  }
  const auto nothing = [](const BoxSink&) { return base::Expected<void>{}; };
  EXPECT_FALSE(output_in_boxes(folder / "y.csv", x.shape(), nothing));
  EXPECT_FALSE(output_in_boxes("/dev/stdout", x.shape(), nothing));
}

TEST(Parts, NothingIsLeftOfAnOutputThatEnds) {
  const TemporaryFolder folder;
  const auto output = output_in_boxes(folder / "y.npy", {2, 2}, [](const BoxSink& sink) {
    const std::vector<float> row{1, 2};
    EXPECT_TRUE(sink({{0, 0}, {1, 2}}, row));
    return base::Expected<void>(
        tl::unexpected(base::Error{base::ErrorKind::kCancelled, "stopped"}));
  });
  ASSERT_TRUE(output);
  EXPECT_FALSE(write_files({&*output, 1}));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace normscope::io
