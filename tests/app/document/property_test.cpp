// SPDX-License-Identifier: MIT
// Any sequence of edits can be undone and redone, step by step, and saved and loaded.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>

#include "app/document/history.hpp"
#include "app/document/session/session.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document {
namespace {

using tensor::Shape;

std::int64_t any_index() {
  return *rc::gen::inRange<std::int64_t>(0, 5);
}

// A float of random bits, including NaN, infinities and denormals.
float any_float() {
  return std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
}

Shape any_shape() {
  Shape shape(*rc::gen::inRange<std::size_t>(0, 4));
  for (auto& size : shape) size = *rc::gen::inRange<std::int64_t>(1, 5);
  return shape;
}

Origin any_origin() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      return Constant{any_float()};
    case 1:
      return Ramp{static_cast<double>(any_index()), 0.25};
    default:
      return Random{*rc::gen::element(Distribution::kRand, Distribution::kRandn,
                                      Distribution::kUniform, Distribution::kIntegers),
                    -1, 3, *rc::gen::arbitrary<std::uint64_t>(),
                    *rc::gen::inRange<std::uint64_t>(0, 50)};
  }
}

tensor::Tensor any_values() {
  tensor::Tensor values = counting(any_shape());
  for (float& value : values.values()) value = any_float();
  return values;
}

NormSettings any_settings(NormSettings settings, const Shape& shape) {
  settings.options.kind = ops::normalization_names()[*rc::gen::inRange<std::size_t>(0, 5)].value;
  settings.options.epsilon = *rc::gen::element(0.0, 1e-5, 1e-3, 0.1);
  settings.options.centring = *rc::gen::arbitrary<bool>();
  settings.epsilon_on = *rc::gen::arbitrary<bool>();
  settings.gamma.on = *rc::gen::arbitrary<bool>();
  settings.beta.on = *rc::gen::arbitrary<bool>();
  const auto dimensions = *rc::gen::inRange<std::size_t>(0, shape.size() + 1);
  settings.options.normalized_shape.assign(shape.end() - static_cast<std::ptrdiff_t>(dimensions),
                                           shape.end());
  return settings;
}

std::vector<Layer> any_layers() {
  std::vector<Layer> layers;
  const auto count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) {
    if (*rc::gen::arbitrary<bool>()) {
      layers.emplace_back(ReluLayer{});
    } else {
      layers.emplace_back(LinearLayer{any_index(), *rc::gen::arbitrary<std::uint64_t>(), 3});
    }
  }
  return layers;
}

Line any_line() {
  return *rc::gen::element(Line::kRow, Line::kColumn);
}

Target any_target() {
  return *rc::gen::element(Target::kInput, Target::kInput, Target::kGamma, Target::kBeta);
}

// A random edit; many fail, which leaves the document unchanged.
MaybeEdit any_edit(const Document& document) {
  const auto input = *rc::gen::inRange<std::size_t>(0, document.inputs.size() + 1);
  switch (*rc::gen::inRange(0, 16)) {
    case 0:
      return set_block(document, any_target(), any_index(), any_index(), any_values());
    case 1:
      return replace_values(document, any_values(), "replace");
    case 2:
      return insert_line(document, any_line(), any_index());
    case 3:
      return remove_line(document, any_line(), any_index());
    case 4:
      return move_line(document, any_line(), any_index(), any_index());
    case 5:
      return reshape(document, any_shape());
    case 6:
      return fill(document, any_origin(), any_shape());
    case 7: {
      const Origin origin = any_origin();
      auto values = make_values(origin, any_shape());
      if (!values) return tl::unexpected(values.error());
      return add_input(document, std::string(1, static_cast<char>('a' + any_index())), origin,
                       *std::move(values));
    }
    case 8:
      return remove_input(document, input);
    case 9:
      return rename_input(document, input, std::string(1, static_cast<char>('a' + any_index())));
    case 10:
      return choose_input(document, input);
    case 11:
      return set_layers(document, any_layers());
    case 12:
      return choose_subject(document, *rc::gen::element(Subject::kNorm, Subject::kSoftmax));
    case 13:
      return choose_preset(document, ops::presets()[*rc::gen::inRange<std::size_t>(0, 10)].id);
    case 14:
      return set_norm(document, any_settings(document.norm, shape_after_layers(document)));
    default:
      return set_value(document, any_target(), any_index(), any_float());
  }
}

TEST(Property, AnySequenceOfEditsUndoneAndRedoneGivesTheSameDocuments) {
  EXPECT_TRUE(rc::check([] {
    History history(testing::lecture_document());
    std::vector<Document> versions{history.document()};
    const int edits = *rc::gen::inRange(0, 30);
    for (int i = 0; i < edits; ++i) {
      auto edit = any_edit(history.document());
      if (!edit) continue;
      RC_ASSERT(!edit->description.empty() || edit->after == history.document());
      history.apply(*std::move(edit));
      if (!(history.document() == versions.back())) versions.push_back(history.document());
    }
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = versions.size(); i-- > 0;) {
        RC_ASSERT(history.document() == versions[i]);
        RC_ASSERT(history.undo() == (i > 0));
      }
      for (const Document& version : versions) {
        RC_ASSERT(history.document() == version);
        history.redo();
      }
    }
  }));
}

TEST(Property, AnyDocumentIsFittedAndComesBackFromItsSession) {
  EXPECT_TRUE(rc::check([] {
    Document document = testing::lecture_document();
    const int edits = *rc::gen::inRange(0, 12);
    for (int i = 0; i < edits; ++i) {
      auto edit = any_edit(document);
      if (edit) document = std::move(edit->after);
    }
    RC_ASSERT(fitted(document) == document);
    const auto back = from_session(to_session(document));
    if (!back) RC_FAIL(back.error().sentence);
    RC_ASSERT(*back == document);
  }));
}

// The bytes that a history counts equal the memory of its versions, after any sequence of edits.
TEST(Property, BytesAreThoseOfTheVersionsThatAreLeft) {
  EXPECT_TRUE(rc::check([] {
    History history(testing::lecture_document());
    const std::size_t fresh = history.bytes();
    const int steps = *rc::gen::inRange(0, 30);
    for (int i = 0; i < steps; ++i) {
      if (*rc::gen::inRange(0, 4) == 0) {
        history.undo();
      } else if (auto edit = any_edit(history.document())) {
        history.apply(*std::move(edit), *rc::gen::inRange<Gesture>(0, 3));
      }
      if (*rc::gen::inRange(0, 8) == 0) history.mark_saved();
    }
    history.reset(testing::lecture_document());
    RC_ASSERT(history.bytes() == fresh);
  }));
}

}  // namespace
}  // namespace normscope::document
