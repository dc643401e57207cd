// The walk from a constant to its consumers' formal inputs. Used by roles.cpp alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/qdq/tables/roles.h"

namespace qdqlens {

class RoleFinder {
  public:
    RoleFinder(std::shared_ptr<const Scope> scope, const Folding& folding);

    struct Found {
        std::set<std::string> roles;
        std::set<NodeId> consumers;  ///< In the graph that one started in.
    };
    [[nodiscard]] Found find(ValueId value);
    [[nodiscard]] QuantKind kind(NodeId node) { return kind(top_, node, 0); }

  private:
    /// A graph and those in its nodes, made when a walk enters them.
    struct Level {
        std::shared_ptr<const Scope> scope;
        std::unique_ptr<const Folding> owned;
        const Folding* folding = nullptr;
        std::map<const onnx::Graph*, std::unique_ptr<Level>> children;
        std::map<NodeId, QuantKind> kinds;
    };
    struct Walk {
        Found found;
        std::set<std::pair<const Level*, ValueId>> seen;
        NodeId holder = kNoNode;  ///< The node of the first graph whose subgraph one is in.
        int depth = 0;
    };

    void walk(Level& level, ValueId value, bool dequantized, Walk& state);
    void visit(Level& level, ValueId value, const Use& use, bool dequantized, Walk& state);
    void enterSubgraphs(Level& level, ValueId value, NodeId node, bool dequantized, Walk& state);
    [[nodiscard]] QuantKind kind(Level& level, NodeId node, int depth);
    [[nodiscard]] std::string roleAt(Level& level, NodeId node, std::uint32_t input, bool dequantized);

    Level top_;
};

}  // namespace qdqlens
