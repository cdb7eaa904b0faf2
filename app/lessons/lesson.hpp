// SPDX-License-Identifier: MIT
// A lesson as plain data: steps of text, each with the complete document that the step puts on the
// stage. Code that draws a lesson needs no Markdown.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/lessons/act.hpp"
#include "app/lessons/controls.hpp"
#include "app/lessons/exercise.hpp"
#include "app/lessons/inline.hpp"
#include "app/lessons/predict.hpp"
#include "core/base/names.hpp"

namespace normscope::lessons {

enum class BlockKind { kParagraph, kItem, kCode, kFormula, kPrediction, kAct, kHint, kExercise };

struct Block {
  BlockKind kind = BlockKind::kParagraph;
  int line = 0;    // in the file, counted from 1
  int depth = 0;   // the number of lists around the block
  int number = 0;  // of an item: its number; 0 for a bullet. Of a task (a prediction,
                   // an act, a hint, an exercise): its index among those of the step
  std::vector<Inline> inlines{};  // of paragraphs, items and hints
  std::string text{};             // of code and formulas
  std::string language{};         // of code

  bool operator==(const Block&) const = default;
};

/// A number that somebody reported, beside what the step's document gives.
struct Reported {
  int line = 0;  // of the block, in the file
  std::string is{};
  std::string here{};
  bool operator==(const Reported&) const = default;
};

struct Step {
  std::string title;
  int line = 0;
  std::vector<Block> blocks{};
  document::Document document{};
  std::string reveals{};  // the last card that the stage shows before the reader asks; empty: all
  std::vector<Prediction> predictions{};
  std::vector<Act> acts{};
  std::vector<Reported> reported{};
  std::vector<Exercise> exercises{};
  Controls controls{};      // of the inspector, that the step is about
  bool has_figure = false;  // the step speaks of its figure
  bool operator==(const Step&) const = default;
};

/// The groups in which the start page lists the built-in lessons.
enum class Group { kFirst, kVariants, kFurther, kPrecision, kPractice };
std::span<const base::Name<Group>> group_names();

struct Lesson {
  std::string id;
  std::string title;
  std::string source;            // the credit line: the source of the numbers
  std::string language = "en";   // of the prose, as in HTML's lang
  std::string about{};           // one sentence for who chooses a lesson
  std::string next{};            // the id of the lesson to go on with; empty: none
  std::string then{};            // something to try without a lesson
  std::optional<Group> group{};  // none: the first
  int order = 0;                 // among the lessons; 0: after those that have a place
  int minutes = 0;               // that it takes; 0: not said
  std::vector<Step> steps{};     // never empty
  bool sets_stage = true;        // false (notebooks): steps leave the stage unchanged
  std::size_t code_columns = 0;  // of a notebook: the bytes of its longest line
  bool sets_digits = false;      // some step names the digits; else they are the reader's choice
  bool sets_layout = false;      // the same of the stage's layout

  /// The number of the last step, counted from 0.
  int last_step() const { return static_cast<int>(steps.size()) - 1; }
  bool operator==(const Lesson&) const = default;
};

/// The document of a step, counted from 0; an index beyond the ends gives the first or the last
/// step.
document::Document document_at(const Lesson& lesson, int step);

/// The lessons by their `order`; those without one come last, as they are.
std::vector<const Lesson*> in_order(const std::vector<Lesson>& lessons);

}  // namespace normscope::lessons
