// SPDX-License-Identifier: MIT
// The engine as the rest of the app sees it: cells go in one after the other, what they print and
// show comes out, and their variables stay between them. Nothing in it reaches files, the network,
// processes or the environment; a cell that goes on too long, takes too much memory or prints
// without end is stopped with a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/limits.hpp"
#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

enum class CellMode : std::uint8_t {
  kScript,    // shows nothing but what it prints
  kNotebook,  // also the value of its last expression, unless it is None or a semicolon follows
};

struct CellError {
  std::string type;       // "ValueError"
  std::string message;    // str() of it, with "Did you mean"
  std::string traceback;  // all that CPython prints on standard error, with its line breaks
  int line = 0;           // of the cell, where it left the cell's own code; 0: unknown
  bool interrupted = false;
  bool exits = false;   // SystemExit: a script ends here; traceback is what it says at its end
  int exit_status = 1;  // then: what the program gives its caller
};

struct Outcome {
  std::string output;                // what was printed
  std::string complaints;            // what was written to sys.stderr
  std::optional<std::string> value;  // the last expression, as IPython shows it
  std::optional<CellError> error;
};

/// One notebook's or script's state. Not for several threads at once.
class Engine {
 public:
  explicit Engine(Limits limits = {}, std::vector<NativeModule> modules = {});
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  /// Runs a cell; `file` is its name in tracebacks. A token that is stopped raises
  /// KeyboardInterrupt in it.
  Outcome run(std::string_view source, const std::string& file, CellMode mode,
              std::stop_token stop = {});

  /// The variables that cells made, in order; without modules, functions, classes and names that
  /// begin with an underscore.
  std::vector<std::string> names() const;
  /// A variable, or an empty value. It must not outlive the engine.
  Value find(std::string_view name) const;
  /// The repr of what the last run showed, as plain Python writes it; none: it showed nothing.
  std::optional<std::string> plain_text_of_shown();
  /// For hosts that look into values.
  Vm& vm() { return *vm_; }

 private:
  Value execute(std::string_view source, const std::string& file, CellMode mode, Outcome& outcome);
  void add_display();
  void leave_generators();
  std::string take_complaints();
  std::optional<CellError> take_error(const std::string& file);

  std::unique_ptr<Vm> vm_;
  Ref<DictObject> globals_;
  int runs_ = 0;  // calls of run()
};

}  // namespace normscope::notebook::runtime
