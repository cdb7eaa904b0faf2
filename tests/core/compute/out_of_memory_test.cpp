// SPDX-License-Identifier: MIT
// Running out of memory in a backend is an error of the run, on whichever thread it happens.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/reference_backend.hpp"
#include "core/compute/reference_group.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using testing::FailingMemory;

// Columns are copied before they are computed, and no other allocation has the size of a column.
constexpr std::int64_t kRows = 50021;
constexpr std::int64_t kColumns = 8;

class OutOfMemory : public ::testing::Test {
 protected:
  OutOfMemory()
      : x_(std::size_t{kRows * kColumns}),
        y_(x_.size()),
        first_(std::size_t{kColumns}),
        second_(first_.size()) {
    std::iota(x_.begin(), x_.end(), 0.0F);
  }

  static Plan softmax_of_columns() {
    ops::SoftmaxOptions options;
    options.dim = 0;
    return NORMSCOPE_VALUE_OR_FAIL(ops::plan_softmax({kRows, kColumns}, options));
  }

  base::Expected<RunReport> run(Backend& backend) {
    Control control;
    control.threads = 4;
    return backend.run(softmax_of_columns(), {x_, {}, {}, y_, first_, second_}, control);
  }

  base::Expected<std::vector<float>> errors() const {
    return output_errors(softmax_of_columns(), x_, {}, {}, y_);
  }

 private:
  std::vector<float> x_;
  std::vector<float> y_;
  std::vector<float> first_;
  std::vector<float> second_;
};

TEST_F(OutOfMemory, OnTheCpusThreadsIsAnError) {
  const auto backend = make_cpu_backend();
  {
    constexpr std::size_t kCopies = 2 * kRows * sizeof(float);
    const FailingMemory failing(kCopies, kCopies);
    const auto report = run(*backend);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, base::ErrorKind::kTooLarge);
    EXPECT_EQ(report.error().sentence, "there is no memory left for the rows in work");
  }
  EXPECT_TRUE(run(*backend));
}

TEST_F(OutOfMemory, InTheReferenceIsAnError) {
  const auto backend = make_reference_backend();
  constexpr std::size_t kRow = kRows * sizeof(double);
  {
    const FailingMemory failing(kRow, kRow);
    const auto report = run(*backend);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, base::ErrorKind::kTooLarge);
    const auto compared = errors();
    ASSERT_FALSE(compared);
    EXPECT_EQ(compared.error().kind, base::ErrorKind::kTooLarge);
  }
  EXPECT_TRUE(run(*backend));
}

}  // namespace
}  // namespace normscope::compute
