// SPDX-License-Identifier: MIT
#include "app/results/worker.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "app/results/preview.hpp"
#include "app/results/update.hpp"

namespace normscope::results {

using compute::Device;

namespace {

bool compares_with_gpu(const document::Document& document) {
  using document::Calculation;
  const auto& comparison = document.comparison;
  return comparison && (comparison->a_calculation == Calculation::kGpu ||
                        comparison->b_calculation == Calculation::kGpu);
}

// Whether the evaluation is of another batch, or there is none.
bool is_other_batch(const Evaluation* before, const document::Document& document) {
  if (before == nullptr || !before->document) return true;
  const document::Document& old = *before->document;
  const auto& values = document.inputs[document.input].values;
  return !values.changed_since(old.inputs[old.input].values);
}

// The first copy of a large tensor moves it to memory that its copies share, which takes as long as
// several edits of it: here nobody waits for it.
void copy_once(const Evaluation& evaluation) {
  try {
    if (evaluation.activations) static_cast<void>(tensor::Tensor(*evaluation.activations));
    if (evaluation.result) static_cast<void>(tensor::Tensor(evaluation.result->y));
  } catch (const std::bad_alloc&) {
    // The copies of an edit say what is missing.
  }
}

}  // namespace

Worker::Worker(std::function<void()> wake, Devices devices)
    : devices_(std::move(devices)),
      backends_(compute::make_backends()),
      thread_backends_(devices_.make()),
      wake_(std::move(wake)),
      evaluations_(
          wake_,
          [this](const Evaluation& evaluation, const std::stop_token& stop) {
            return refined(evaluation, stop);
          },
          [this](const Evaluation& evaluation) { end(evaluation); }) {}

void Worker::request(const document::Document& document, std::uint64_t revision, Device device) {
  if (last_request_ && revision <= last_request_->revision && device == last_request_->device) {
    return;
  }
  last_request_ = {std::max(revision, last_request_ ? last_request_->revision : revision), device};
  const std::uint64_t number = ++number_;
  const bool on_gpu = device == Device::kGpu || compares_with_gpu(document);
  if (work_of(document) <= kInFrameWork && !on_gpu) {
    evaluations_.publish(number, evaluate(document, revision, backends_, device));
    return;
  }
  if (on_gpu && devices_.prepare) devices_.prepare();
  evaluations_.request(number, [this, document, revision, device](const std::stop_token& stop) {
    return evaluated(document, revision, device, stop);
  });
}

Evaluation Worker::evaluated(const document::Document& document, std::uint64_t revision,
                             Device device, const std::stop_token& stop) {
  progress_ = 0;
  device_ = device;
  const auto before = latest();
  const Watch watch{stop, [this](double share) { progress_ = share; }, before.get(), true};
  if (is_other_batch(before.get(), document)) {
    if (auto first = preview(document, revision)) return *std::move(first);
  } else if (auto updated = update(*before, document, revision, thread_backends_, device, watch)) {
    return *std::move(updated);
  }
  return evaluate(document, revision, thread_backends_, device, watch);
}

std::optional<Evaluation> Worker::refined(const Evaluation& evaluation,
                                          const std::stop_token& stop) {
  if (!awaits_result(evaluation)) return refine(evaluation, stop);
  const Watch watch{stop, [this](double share) { progress_ = share; }};
  return evaluate(*evaluation.document, evaluation.revision, thread_backends_, device_, watch);
}

// What can wait. A frame then says what happened to the file.
void Worker::end(const Evaluation& evaluation) {
  copy_once(evaluation);
  if (evaluation.input && evaluation.input->damaged()) wake_();
}

bool Worker::busy() const {
  if (evaluations_.busy()) return true;
  const auto evaluation = latest();
  return evaluation && awaits_result(*evaluation) && evaluations_.refining();
}

std::shared_ptr<const Evaluation> Worker::latest() const {
  const auto latest = evaluations_.latest();
  if (latest == nullptr) return nullptr;
  return {latest, &latest->value};
}

}  // namespace normscope::results
