// The prediction held against ONNX Runtime: both look at one model, node by node.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/qdq/runtime/ask.h"
#include "core/qdq/runtime/compare.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

/// One node, predicted and real.
struct NodeOutcome {
    std::string model;
    std::string target;
    std::string node;
    std::string row;          ///< The operator where the target's table has it, else "other".
    bool transposes = false;  ///< The model holds a Transpose.
    runtime::NodeComparison compared;
};

/// Counts over many models, by target and row.
class Tally {
  public:
    void add(const std::vector<NodeOutcome>& outcomes);
    /// A load that the runtime refused; `foreseen` where the prediction says so too.
    void refused(const std::string& why, bool foreseen);
    /// The prediction says that the runtime refuses it, but it loads.
    void wronglyRefused(const std::string& model);
    /// Prints the table, and every difference.
    void print(const std::string& title) const;

    [[nodiscard]] std::size_t compared(bool without_transpose = false) const;
    [[nodiscard]] std::size_t differing(bool without_transpose = false) const;
    [[nodiscard]] double agreement(bool without_transpose = false) const;
    /// Compared nodes of a row, over all targets.
    [[nodiscard]] std::size_t ofRow(const std::string& row) const;
    [[nodiscard]] const std::vector<NodeOutcome>& differences() const { return differences_; }
    [[nodiscard]] std::size_t models() const { return models_; }
    [[nodiscard]] std::size_t refusals() const { return refusals_; }
    [[nodiscard]] std::size_t foreseen() const { return foreseen_; }
    [[nodiscard]] const std::vector<std::string>& wrongRefusals() const { return wrong_refusals_; }

  private:
    struct Count {
        std::size_t int8 = 0;
        std::size_t other = 0;
        std::size_t differ = 0;
    };
    std::map<std::pair<std::string, std::string>, Count> counts_;  ///< By row and target.
    std::size_t compared_[2] = {0, 0};                             ///< All; in models without a Transpose.
    std::size_t differ_[2] = {0, 0};
    std::size_t vanished_ = 0;
    std::size_t models_ = 0;
    std::size_t refusals_ = 0;
    std::size_t foreseen_ = 0;
    std::vector<std::string> wrong_refusals_;
    std::map<std::string, std::size_t> refusal_words_;
    std::vector<NodeOutcome> differences_;
};

/// The runtime under test, started when first asked for.
class Oracle {
  public:
    /// Null where there is none: `why` says so, for GTEST_SKIP.
    static Oracle* get(std::string& why);

    /// Loads the file with int8 off (x64) or on (arm64) and compares the main graph and, by name, its
    /// subgraphs. Nothing where the runtime refuses it (the words are in the tally).
    void compare(const std::filesystem::path& model, const runtime::Target& target, Tally& tally);

    [[nodiscard]] const std::string& version() const { return process_->version(); }
    [[nodiscard]] runtime::RuntimeProcess& process() { return *process_; }

  private:
    Oracle() = default;
    std::unique_ptr<runtime::RuntimeProcess> process_;
    TemporaryFolder folder_;
};

}  // namespace qdqlens::test
