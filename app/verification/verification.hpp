// SPDX-License-Identifier: MIT
// Compares a document's numbers with those that the PyTorch of this computer computes, step by
// step.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/verification/program.hpp"
#include "core/compute/compute.hpp"

namespace normscope::verification {

struct RowCheck {
  std::string name;  // "mean"
  ComputedBy by = ComputedBy::kSteps;
  tensor::Shape shape{};
  std::int64_t elements = 0;
  std::int64_t differing = 0;  // elements that differ at all
  std::int64_t at = -1;        // row-major position of the largest difference; -1: none differs
  float ours = 0;              // there
  float theirs = 0;
  double ulps = 0;  // of max(1, the larger magnitude); infinite where only one is finite
  formats::FormatId format = formats::FormatId::kFloat32;  // whose ULPs they are
  std::optional<double> exact{};  // the step in double precision there, from the same input
};

/// Where PyTorch's own function and PyTorch's own steps give other numbers: both are PyTorch.
struct Parting {
  std::int64_t differing = 0;
  std::int64_t at = -1;  // row-major position of the largest difference
  float steps = 0;       // there
  float function = 0;
};

struct Verification {
  std::filesystem::path python{};
  std::string version;     // "2.6.0"
  std::string capability;  // the instruction set that it uses: "AVX2"
  std::string device;      // on which the rows of ComputedBy::kDevice were computed: "cpu"
  std::vector<RowCheck> rows{};
  std::optional<Parting> parting{};

  /// The largest difference of all rows in ULPs of max(1, |value|); 0: they agree in every number.
  double largest() const;
};

struct Settings {
  std::vector<std::filesystem::path> pythons{};  // empty: pythons()
  compute::Device device = compute::Device::kCpu;
  std::chrono::milliseconds within{120'000};  // starting PyTorch from a slow disk takes 20 seconds
  std::stop_token stop{};
};

/// Runs the document's own PyTorch program, on one thread, by the first python3 that has torch, and
/// compares each step, PyTorch's own function and the device's results with it. Of a comparison, A.
/// errors  as results::evaluate; Unsupported: PyTorch has no words for the plan; Unavailable: no
///         python3 here has torch, or PyTorch failed; Malformed: its report is not that of the
///         program; Cancelled: a stop was requested
base::Expected<Verification> verify(const document::Document& document,
                                    const compute::Backends& backends, const Settings& given);

/// What the rows of one kind are compared with: "PyTorch's own function".
std::string_view explanation_of(ComputedBy by);

/// "PyTorch's own steps and its own function differ in 7 numbers, most in nan and -1: both are
/// PyTorch"; empty where they do not.
std::string parting_sentence(const Verification& verification);

/// Which of the two numbers of a row is nearer to that in double precision: "ours is nearer"; empty
/// where it is not known.
std::string_view nearer(const RowCheck& row);

/// "PyTorch 2.6 (AVX2, one thread) of /usr/bin/python3 gives the same numbers", or "...: the
/// largest difference is 2 ULP, at [0, 3] of output".
std::string sentence_of(const Verification& verification);

}  // namespace normscope::verification
