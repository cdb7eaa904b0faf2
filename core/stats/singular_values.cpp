// SPDX-License-Identifier: MIT
#include "core/stats/singular_values.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace normscope::stats {

std::vector<double> singular_values(std::span<const double> matrix, std::size_t columns) {
  if (matrix.empty() || !std::ranges::all_of(matrix, [](double x) { return std::isfinite(x); })) {
    return {};
  }
  // The transpose, which has the same singular values.
  const Eigen::Map<const Eigen::MatrixXd> stored(
      matrix.data(), static_cast<Eigen::Index>(columns),
      static_cast<Eigen::Index>(matrix.size() / columns));
  const Eigen::VectorXd values = Eigen::BDCSVD<Eigen::MatrixXd>(stored).singularValues();
  return {values.begin(), values.end()};
}

}  // namespace normscope::stats
