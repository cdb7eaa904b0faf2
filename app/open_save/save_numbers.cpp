// SPDX-License-Identifier: MIT
#include "app/open_save/save_numbers.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/results/sheet/cells.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::open_save {

using tensor::Tensor;

namespace {

// Numbers of a large step that are computed at a time.
constexpr std::int64_t kComputed = std::int64_t{1} << 20;

// The shape as a matrix: all leading dimensions are rows.
tensor::Shape matrix_of(const tensor::Shape& shape) {
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  return {tensor::product(shape) / std::max<std::int64_t>(columns, 1), columns};
}

void compute_into(const trace::Trace& trace, int step, Tensor& out) {
  const tensor::Shape matrix = matrix_of(out.shape());
  const std::int64_t rows_at_a_time = std::max<std::int64_t>(kComputed / matrix[1], 1);
  auto to = out.values().begin();
  for (std::int64_t row = 0; row < matrix[0]; row += rows_at_a_time) {
    const std::int64_t rows = std::min(rows_at_a_time, matrix[0] - row);
    to = std::ranges::copy(trace.window(step, {row, rows, 0, matrix[1]}), to).out;
  }
}

}  // namespace

Expected<trace::TensorRef> numbers_of(const results::Evaluation& evaluation, std::size_t card) {
  const results::Card& shown = evaluation.cards[card];
  const trace::Trace& trace = evaluation.stages[shown.stage].trace;
  if (const auto& kept = trace.parts().given_of(shown.step)) return kept;
  auto values = Tensor::unfilled(trace.program().step(shown.step).shape);
  if (!values) return tl::unexpected(values.error());
  compute_into(trace, shown.step, *values);
  return std::make_shared<const Tensor>(*std::move(values));
}

Expected<void> save_step(const std::filesystem::path& path, const results::Evaluation& evaluation,
                         std::size_t card) {
  const auto values = numbers_of(evaluation, card);
  if (!values) return tl::unexpected(values.error());
  if (!io::is_table(path) || (*values)->rank() <= 2) return io::write_tensor(path, **values);
  const auto table = (*values)->reshaped(matrix_of((*values)->shape()));
  if (!table) return tl::unexpected(table.error());
  return io::write_tensor(path, *table);
}

Expected<void> save_steps(const std::filesystem::path& path,
                          const results::Evaluation& evaluation) {
  std::vector<trace::TensorRef> kept;
  std::vector<io::NamedTensor> named;
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    auto values = numbers_of(evaluation, card);
    if (!values) return tl::unexpected(values.error());
    kept.push_back(*std::move(values));
    named.push_back({evaluation.cards[card].id, kept.back().get()});
  }
  return io::write_archive(path, named);
}

}  // namespace normscope::open_save
