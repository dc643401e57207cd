#include "core/layout/whole/plan.h"

#include <algorithm>

namespace qdqlens::whole {

namespace {

// Sets of boxes that grow together as one walks along an order.
class Groups {
  public:
    explicit Groups(Index size) : parent_(size), count_(size, 1) {
        for (Index i = 0; i < size; ++i) {
            parent_[i] = i;
        }
    }
    Index find(Index i) {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }
    void join(Index a, Index b) {
        a = find(a);
        b = find(b);
        if (a == b) {
            return;
        }
        if (count_[a] < count_[b]) {
            std::swap(a, b);
        }
        parent_[b] = a;
        count_[a] += count_[b];
        largest_ = std::max(largest_, count_[a]);
    }
    [[nodiscard]] Index count(Index i) { return count_[find(i)]; }
    [[nodiscard]] Index largest() const { return largest_; }

  private:
    std::vector<Index> parent_;
    std::vector<Index> count_;
    Index largest_ = 1;
};

class Planner {
  public:
    Planner(const Graph& graph, const PlanLimits& limits)
        : graph_(graph), limits_(limits), at_(graph.size(), 0), region_(graph.size(), kNone) {}

    Part column(std::vector<Index> boxes, const std::vector<Index>& in, const std::vector<Index>& out);

  private:
    // What a column knows of its boxes while it is cut.
    struct Span {
        std::vector<Index> boxes;
        Index region = 0;
        std::vector<Index> last;   // By place: where the box's value is used last; size() for below.
        std::vector<Index> alive;  // By place: values alive in the gap before that box.
    };
    struct Entry {
        Index value = 0;
        Index last = 0;
    };

    [[nodiscard]] bool inside(const Span& span, Index box) const { return region_[box] == span.region; }
    Span measure(std::vector<Index> boxes, std::vector<Entry>& entries, const std::vector<Index>& in,
                 const std::vector<Index>& out);
    [[nodiscard]] Index endOfSegment(const Span& span, Index begin, Index least) const;
    [[nodiscard]] Index narrowest(const Span& span, Index begin, Index end) const;
    [[nodiscard]] static std::vector<Entry> after(const Span& span, const std::vector<Entry>& before,
                                                  Index begin, Index end);
    bool beside(const Span& span, Index begin, Index end, std::vector<Entry>& entries, Part& column);
    Part parallel(const Span& span, const std::vector<std::vector<Index>>& groups,
                  const std::vector<Entry>& entries, const std::vector<Entry>& leaving);

    const Graph& graph_;
    PlanLimits limits_;
    std::vector<Index> at_;
    std::vector<Index> region_;
    Index regions_ = 0;
    int depth_ = 0;
};

Planner::Span Planner::measure(std::vector<Index> boxes, std::vector<Entry>& entries,
                               const std::vector<Index>& in, const std::vector<Index>& out) {
    Span span;
    span.boxes = std::move(boxes);
    span.region = regions_++;
    const auto size = static_cast<Index>(span.boxes.size());
    for (Index i = 0; i < size; ++i) {
        at_[span.boxes[i]] = i;
        region_[span.boxes[i]] = span.region;
    }
    const auto lastUse = [&](Index value, Index none) {
        Index last = none;
        for (const Index consumer : graph_.consumers(value)) {
            if (inside(span, consumer)) {
                last = std::max(last, at_[consumer]);
            }
        }
        return last;
    };
    span.last.resize(size);
    for (Index i = 0; i < size; ++i) {
        span.last[i] = lastUse(span.boxes[i], i);
    }
    for (const Index value : in) {
        entries.push_back({value, lastUse(value, 0)});
    }
    for (const Index value : out) {
        if (inside(span, value)) {
            span.last[at_[value]] = size;
        }
        for (Entry& entry : entries) {
            if (entry.value == value) {
                entry.last = size;
            }
        }
    }
    std::vector<std::int64_t> change(size + 2, 0);
    for (Index i = 0; i < size; ++i) {
        ++change[i + 1];
        --change[std::min(span.last[i], size) + 1];
    }
    for (const Entry& entry : entries) {
        ++change[0];
        --change[std::min(entry.last, size) + 1];
    }
    std::int64_t alive = 0;
    for (Index i = 0; i <= size; ++i) {
        alive += change[i];
        span.alive.push_back(static_cast<Index>(alive));
    }
    return span;
}

// Where at most one value is alive, after `least` boxes or more.
Index Planner::endOfSegment(const Span& span, Index begin, Index least) const {
    const auto size = static_cast<Index>(span.boxes.size());
    for (Index end = begin + least; end < size; ++end) {
        if (span.alive[end] <= 1) {
            return end;
        }
    }
    return size;
}

// In the second half of what a block may hold; of equal gaps the last.
Index Planner::narrowest(const Span& span, Index begin, Index end) const {
    if (end - begin <= limits_.most_block) {
        return end;
    }
    Index best = begin + limits_.most_block;
    for (Index i = best; i > begin + limits_.most_block / 3; --i) {
        if (span.alive[i] < span.alive[best]) {
            best = i;
        }
    }
    return best;
}

// The values alive behind a piece of the span.
std::vector<Planner::Entry> Planner::after(const Span& span, const std::vector<Entry>& before, Index begin,
                                           Index end) {
    std::vector<Entry> alive;
    for (const Entry& entry : before) {
        if (entry.last >= end) {
            alive.push_back(entry);
        }
    }
    for (Index i = begin; i < end; ++i) {
        if (span.last[i] >= end) {
            alive.push_back({span.boxes[i], span.last[i]});
        }
    }
    return alive;
}

template <class Entries>
std::vector<Index> valuesOf(const Entries& entries) {
    std::vector<Index> values;
    values.reserve(entries.size());
    for (const auto& entry : entries) {
        values.push_back(entry.value);
    }
    return values;
}

Part Planner::parallel(const Span& span, const std::vector<std::vector<Index>>& groups,
                       const std::vector<Entry>& entries, const std::vector<Entry>& leaving) {
    Part part;
    part.kind = Part::Kind::kParallel;
    part.top = valuesOf(entries);
    part.bottom = valuesOf(leaving);
    std::vector<std::vector<Index>> ins(groups.size());
    std::vector<std::vector<Index>> outs(groups.size());
    std::vector<Index> group_of(span.boxes.size(), kNone);
    for (Index g = 0; g < groups.size(); ++g) {
        for (const Index place : groups[g]) {
            group_of[place] = g;
        }
    }
    for (const Entry& entry : entries) {
        for (const Index consumer : graph_.consumers(entry.value)) {
            const Index g = inside(span, consumer) ? group_of[at_[consumer]] : kNone;
            if (g != kNone && (ins[g].empty() || ins[g].back() != entry.value)) {
                ins[g].push_back(entry.value);
            }
        }
    }
    for (const Entry& entry : leaving) {
        if (inside(span, entry.value) && group_of[at_[entry.value]] != kNone) {
            outs[group_of[at_[entry.value]]].push_back(entry.value);
        } else {
            Part rail;
            rail.top = rail.bottom = {entry.value};
            part.parts.push_back(std::move(rail));
        }
    }
    // Boxes first: planning them below moves at_ and region_ away from this span.
    std::vector<std::vector<Index>> boxes(groups.size());
    for (Index g = 0; g < groups.size(); ++g) {
        for (const Index place : groups[g]) {
            boxes[g].push_back(span.boxes[place]);
        }
    }
    for (Index g = 0; g < groups.size(); ++g) {
        part.parts.push_back(column(std::move(boxes[g]), ins[g], outs[g]));
    }
    return part;
}

// Looks for parts of boxes[begin, end) that do not depend on each other; what joins them follows as a column.
bool Planner::beside(const Span& span, Index begin, Index end, std::vector<Entry>& entries,
                     Part& column_part) {
    const Index size = end - begin;
    if (depth_ > 40) {
        return false;
    }
    Groups groups(size);
    Index split = 0;
    for (Index i = 0; i < size; ++i) {
        for (const Index producer : graph_.producers(span.boxes[begin + i])) {
            if (inside(span, producer) && at_[producer] >= begin) {
                groups.join(i, at_[producer] - begin);
            }
        }
        if (i + 1 - groups.largest() >= std::max(limits_.least_beside, groups.largest() / 10)) {
            split = i + 1;
        }
    }
    if (split == 0) {
        return false;
    }
    Groups halves(split);
    for (Index i = 0; i < split; ++i) {
        for (const Index producer : graph_.producers(span.boxes[begin + i])) {
            if (inside(span, producer) && at_[producer] >= begin) {
                halves.join(i, at_[producer] - begin);
            }
        }
    }
    std::vector<std::vector<Index>> parts;
    std::vector<Index> part_of(split, kNone);
    std::vector<Index> rest;
    Index apart = 0;
    for (Index i = 0; i < split; ++i) {
        const Index root = halves.find(i);
        if (halves.count(i) < limits_.least_part) {
            rest.push_back(span.boxes[begin + i]);
            continue;
        }
        if (part_of[root] == kNone) {
            part_of[root] = static_cast<Index>(parts.size());
            parts.emplace_back();
        }
        parts[part_of[root]].push_back(begin + i);
        ++apart;
    }
    if (parts.size() < 2 || apart - std::min(apart, halves.largest()) < limits_.least_beside) {
        return false;
    }
    for (Index i = begin + split; i < end; ++i) {
        rest.push_back(span.boxes[i]);
    }
    const std::vector<Entry> leaving_all = after(span, entries, begin, end);
    // Alive behind the parts: whatever is used in the rest or below it.
    std::vector<bool> in_rest(span.boxes.size(), false);
    for (const Index box : rest) {
        in_rest[at_[box]] = true;
    }
    const auto usedLater = [&](Index value, Index last) {
        if (last >= end) {
            return true;
        }
        for (const Index consumer : graph_.consumers(value)) {
            if (inside(span, consumer) && in_rest[at_[consumer]]) {
                return true;
            }
        }
        return false;
    };
    std::vector<Entry> between;
    for (const Entry& entry : entries) {
        if (usedLater(entry.value, entry.last)) {
            between.push_back(entry);
        }
    }
    for (const auto& part : parts) {
        for (const Index place : part) {
            if (usedLater(span.boxes[place], span.last[place])) {
                between.push_back({span.boxes[place], span.last[place]});
            }
        }
    }
    const std::vector<Index> in = valuesOf(between);
    const std::vector<Index> out = valuesOf(leaving_all);
    ++depth_;
    column_part.parts.push_back(parallel(span, parts, entries, between));
    if (!rest.empty()) {
        Part below = column(std::move(rest), in, out);
        if (below.kind == Part::Kind::kColumn) {
            std::move(below.parts.begin(), below.parts.end(), std::back_inserter(column_part.parts));
        } else {
            column_part.parts.push_back(std::move(below));
        }
    }
    --depth_;
    entries = leaving_all;
    return true;
}

Part Planner::column(std::vector<Index> boxes, const std::vector<Index>& in, const std::vector<Index>& out) {
    Part column_part;
    column_part.kind = Part::Kind::kColumn;
    column_part.top = in;
    column_part.bottom = out;
    std::vector<Entry> entries;
    Span span = measure(std::move(boxes), entries, in, out);
    const auto size = static_cast<Index>(span.boxes.size());
    // Parts of this span are planned by column() too, which renumbers their boxes.
    const auto restore = [&] {
        for (Index i = 0; i < size; ++i) {
            at_[span.boxes[i]] = i;
            region_[span.boxes[i]] = span.region;
        }
    };
    Index start = 0;
    // First whether all of it falls apart: in one order after the other, towers that meet in the end would be
    // cut one by one wherever they are narrow.
    if (size > limits_.most_block && beside(span, 0, size, entries, column_part)) {
        start = size;
    }
    for (Index begin = start; begin < size;) {
        Index end = endOfSegment(span, begin, limits_.least_block);
        if (end - begin > limits_.most_block) {
            end = endOfSegment(span, begin, 1);
        }
        if (end - begin > limits_.most_block) {
            if (beside(span, begin, end, entries, column_part)) {
                restore();
                begin = end;
                continue;
            }
            end = narrowest(span, begin, end);
        }
        Part block;
        block.boxes.assign(span.boxes.begin() + begin, span.boxes.begin() + end);
        block.top = valuesOf(entries);
        entries = after(span, entries, begin, end);
        block.bottom = valuesOf(entries);
        column_part.parts.push_back(std::move(block));
        begin = end;
    }
    if (column_part.parts.size() == 1) {
        Part only = std::move(column_part.parts.front());
        return only;
    }
    return column_part;
}

}  // namespace

Part makePlan(const Graph& graph, const std::vector<Index>& order, const PlanLimits& limits) {
    return Planner(graph, limits).column(order, {}, {});
}

}  // namespace qdqlens::whole
