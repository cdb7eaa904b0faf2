// SPDX-License-Identifier: MIT
// What needs no groups: the input times a constant, a line for all numbers or for each channel, and
// the functions of each number that are relatives of ours.
#pragma once

#include <functional>
#include <vector>

#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

struct MapFit {
  Explanation explanation{};  // what it is; its errors are not measured yet
  double cost = 0;            // bits that say it, but for its unknowns
  double unknowns = 0;        // numbers that were solved for
  bool is_line = false;       // over x
  double least_count = 3;     // of numbers: fewer are on it by chance, or nearly
  /// Of a position: the output, by how much it changes with x, and the size of what was added.
  struct Value {
    double y = 0;
    double slope = 0;
    double added = 0;
  };
  std::function<Value(std::size_t)> at{};
};

/// The maps of one number to one number within the tolerance: tanh and sigmoid of a multiple, the
/// input times a constant, and a line.
std::vector<MapFit> search_maps(const tensor::Tensor& x, const tensor::Tensor& y,
                                const Tolerance& tolerance);

/// A line for each channel, dimension 1 or the last, of at least three different numbers each.
/// math    what normalization by running statistics is, and one by those of all the data with gamma
///         and beta
std::vector<MapFit> search_channel_lines(const tensor::Tensor& x, const tensor::Tensor& y,
                                         const Tolerance& tolerance);

/// The allowed error of a map.
double allowed_by(const Tolerance& tolerance, double y, const MapFit::Value& value);

}  // namespace normscope::variants
