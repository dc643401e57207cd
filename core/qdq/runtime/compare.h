// A prediction beside what a runtime really made of the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/qdq/runtime/predict.h"

namespace qdqlens::runtime {

struct NodeComparison {
    NodePrediction predicted;
    std::optional<bool> int8;  ///< What the runtime made of it; nothing: the node is gone.
    std::string real_op;       ///< The operator it became; "" where it is gone.

    /// Present and as predicted, or gone and predicted to be.
    [[nodiscard]] bool agrees() const;
    /// Predicted float, and gone into a fusion of float nodes that the prediction does not name: no
    /// difference in kind.
    [[nodiscard]] bool vanished() const { return !int8 && predicted.runs == Runs::kFloat; }
    [[nodiscard]] bool differs() const { return !agrees() && !vanished(); }
};

/// One a node of the prediction, in its order, without Constant nodes (which the runtime turns into
/// initializers). Nodes are matched by name, else by the value they make; one that cannot be matched, since
/// it has no name of its own and its value is gone too, is left out.
[[nodiscard]] std::vector<NodeComparison> compare(const Scope& scope, const Prediction& prediction,
                                                  const std::vector<FinalNode>& real);

}  // namespace qdqlens::runtime
