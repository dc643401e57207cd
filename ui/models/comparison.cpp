#include "ui/models/comparison.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/text.h"

namespace qdqlens {

namespace {

constexpr std::size_t at(CompareSide side) {
    return side == CompareSide::kA ? 0 : 1;
}

QString tr(const char* text) {
    return QCoreApplication::translate("Comparison", text);
}

BoxMark markOf(const std::unordered_map<std::string, BoxMark>& marks, const std::string& name) {
    const auto found = marks.find(name);
    return found == marks.end() ? BoxMark::kNone : found->second;
}

}  // namespace

Comparison::Comparison(std::shared_ptr<const Scope> a, std::shared_ptr<const Scope> b, ModelDiff diff)
    : a_(std::move(a)), b_(std::move(b)), diff_(std::move(diff)) {
    for (std::size_t i = 0; i < diff_.changed.size(); ++i) {
        const DiffChange& change = diff_.changed[i];
        if (change.node_a == kNoNode && change.node_b == kNoNode) {
            notePort(change);
            continue;
        }
        changes_[0][index(change.node_a)].push_back(i);
        changes_[1][index(change.node_b)].push_back(i);
    }
    changed_count_ = changes_[0].size();
}

void Comparison::notePort(const DiffChange& change) {
    auto& ports = change.what == "input" ? inputs_ : outputs_;
    if (change.b.empty()) {
        ports[0][change.a] = BoxMark::kOnlyA;
    } else if (change.a.empty()) {
        ports[1][change.b] = BoxMark::kOnlyB;
    } else {
        ports[0][change.a] = BoxMark::kChanged;
        ports[1][change.b] = BoxMark::kChanged;
    }
}

bool Comparison::covers(CompareSide side, const Scope& shown) const {
    return &shown.graph() == &scope(side).graph();
}

NodeId Comparison::partner(CompareSide side, NodeId node) const {
    const auto& match = side == CompareSide::kA ? diff_.match.a_to_b : diff_.match.b_to_a;
    return index(node) < match.size() ? match[index(node)] : kNoNode;
}

Selection Comparison::partner(CompareSide side, const Selection& selection) const {
    if (selection.node != kNoNode) {
        return {partner(side, selection.node), kNoValue};
    }
    if (!selection.group.empty()) {
        return {kNoNode, kNoValue, selection.group};  // Of the same name, if there is one.
    }
    if (selection.value == kNoValue) {
        return {};
    }
    const std::string_view name = scope(side).topology().value(selection.value).name;
    return {kNoNode, scope(otherSide(side)).topology().findValue(name)};
}

BoxMark Comparison::nodeMark(CompareSide side, NodeId node) const {
    if (partner(side, node) == kNoNode) {
        return side == CompareSide::kA ? BoxMark::kOnlyA : BoxMark::kOnlyB;
    }
    return changes_[at(side)].contains(index(node)) ? BoxMark::kChanged : BoxMark::kNone;
}

/// What all its nodes are; changed where they differ in different ways.
BoxMark Comparison::groupMark(CompareSide side, const Box& box, const Grouping& grouping) const {
    const std::optional<GroupId> group = grouping.find(box.group);
    if (!group) {
        return BoxMark::kNone;
    }
    const auto nodes = grouping.nodes(*group);
    const BoxMark first = nodes.empty() ? BoxMark::kNone : nodeMark(side, nodes.front());
    const bool alike =
        std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return nodeMark(side, node) == first; });
    return alike ? first : BoxMark::kChanged;
}

BoxMark Comparison::mark(CompareSide side, const Box& box, const FigureSource& source) const {
    switch (box.kind) {
        case BoxKind::kOp:
            return box.node == kNoNode ? BoxMark::kNone : nodeMark(side, box.node);
        case BoxKind::kGroup:
            return groupMark(side, box, source.grouping());
        case BoxKind::kInput:
            return markOf(inputs_[at(side)], box.name);
        case BoxKind::kOutput:
            return markOf(outputs_[at(side)], box.name);
        case BoxKind::kStub:
            break;
    }
    return BoxMark::kNone;
}

std::vector<BoxMark> Comparison::marks(CompareSide side, const Scene& scene,
                                       const FigureSource& source) const {
    std::vector<BoxMark> all;
    all.reserve(scene.boxes.size());
    for (const Box& box : scene.boxes) {
        all.push_back(mark(side, box, source));
    }
    return all;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Comparison::pairs(const Scene& a, const Scene& b) const {
    std::unordered_map<std::uint32_t, std::uint32_t> nodes_b;
    std::unordered_map<std::string, std::uint32_t> ports_b;
    for (std::uint32_t i = 0; i < b.boxes.size(); ++i) {
        const Box& box = b.boxes[i];
        if (box.kind == BoxKind::kOp) {
            nodes_b.emplace(index(box.node), i);
        } else if (box.kind != BoxKind::kStub) {
            ports_b.emplace(box.name, i);
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (std::uint32_t i = 0; i < a.boxes.size(); ++i) {
        const Box& box = a.boxes[i];
        if (box.kind == BoxKind::kOp) {
            const auto other = nodes_b.find(index(partner(CompareSide::kA, box.node)));
            if (other != nodes_b.end()) {
                found.emplace_back(i, other->second);
            }
        } else if (const auto other = ports_b.find(box.name);
                   other != ports_b.end() && b.boxes[other->second].kind == box.kind) {
            found.emplace_back(i, other->second);
        }
    }
    return found;
}

PropertySection Comparison::section(CompareSide side, const Selection& selection) const {
    PropertySection section;
    section.title = side == CompareSide::kA ? tr("Compared with B") : tr("Compared with A");
    if (selection.node == kNoNode) {
        return section;
    }
    const NodeId other = partner(side, selection.node);
    const QString other_name = side == CompareSide::kA ? tr("In B") : tr("In A");
    if (other == kNoNode) {
        section.rows.push_back({other_name, {{{tr("no such node"), PropertyText::Look::kMuted, {}}}}});
        return section;
    }
    const Topology& topology = scope(otherSide(side)).topology();
    section.rows.push_back({other_name, {{{nodeText(topology, other), PropertyText::Look::kMono, {}}}}});
    const auto changes = changes_[at(side)].find(index(selection.node));
    if (changes == changes_[at(side)].end()) {
        section.rows.push_back({tr("Differs"), {{{tr("in nothing"), PropertyText::Look::kMuted, {}}}}});
        return section;
    }
    for (const std::size_t i : changes->second) {
        const DiffChange& change = diff_.changed[i];
        section.rows.push_back(
            {toQString(change.what),
             {{{tr("A\u00a0\u00a0%1").arg(toQString(change.from)), PropertyText::Look::kPlain, {}}},
              {{tr("B\u00a0\u00a0%1").arg(toQString(change.to)), PropertyText::Look::kPlain, {}}}}});
    }
    return section;
}

}  // namespace qdqlens
