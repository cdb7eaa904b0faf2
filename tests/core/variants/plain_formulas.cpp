// SPDX-License-Identifier: MIT
#include "tests/core/variants/plain_formulas.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace normscope::testing {

std::vector<double> plain_preset(std::string_view id, const std::vector<double>& row) {
  const auto n = static_cast<double>(row.size());
  double sum = 0;
  double of_squares = 0;
  for (const double x : row) {
    sum += x;
    of_squares += x * x;
  }
  const double mean = sum / n;
  double squares = 0;
  for (const double x : row) squares += (x - mean) * (x - mean);

  if (id == "V1") return std::vector<double>(row.size(), mean);
  if (id == "V9") return row;
  double divisor = 0;
  if (id == "V2") {
    divisor = std::sqrt(squares / (n - 1));
  } else if (id == "V3") {
    divisor = std::sqrt(squares / n + 1e-5);
  } else if (id == "V4") {
    divisor = std::sqrt(of_squares / n - mean * mean + 1e-5);
  } else if (id == "V5") {
    divisor = std::sqrt(squares / n) + 1e-5;
  } else if (id == "V6") {
    divisor = std::sqrt(squares / (n - 1)) + 1e-6;
  } else if (id == "V7") {
    divisor = std::sqrt(squares / n + 1e-3);
  } else if (id == "V8") {
    divisor = std::sqrt(squares / (n + 1e-5));
  } else if (id == "V10") {
    divisor = std::sqrt(of_squares / n + 1e-6);
  } else {
    throw std::invalid_argument("no preset " + std::string(id));
  }
  std::vector<double> y = row;
  for (double& x : y) x = (x - (id == "V10" ? 0 : mean)) / divisor;
  return y;
}

}  // namespace normscope::testing
