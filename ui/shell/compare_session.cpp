#include "ui/shell/compare_session.h"

#include <algorithm>
#include <utility>

#include "ui/jobs/compare_job.h"

namespace qdqlens {

namespace {

constexpr std::size_t at(CompareSide side) {
    return side == CompareSide::kA ? 0 : 1;
}

/// The same place of the graph, seen the same way; how many boxes are allowed is another matter.
bool sameWish(FigureOptions one, FigureOptions other) {
    one.max_boxes = other.max_boxes = 0;
    return one == other;
}

std::shared_ptr<const Scope> mainScope(const Session& session) {
    const std::shared_ptr<const Scope>& shown = session.source()->scopePtr();
    return shown->parent() || shown->function() != nullptr ? Scope::main(session.document().model) : shown;
}

void discard(Session*& session) {
    if (Session* gone = std::exchange(session, nullptr)) {
        gone->disconnect();
        gone->stop();
        gone->deleteLater();
    }
}

}  // namespace

CompareSession::CompareSession(Session* first, QObject* parent) : QObject(parent), first_(first) {
    connect(&comparing_, &JobLine::busyChanged, this, &CompareSession::busyChanged);
    connect(first, &Session::documentChanged, this, &CompareSession::compare);
    connect(first, &Session::figureChanged, this, [this] { figureArrived(CompareSide::kA); });
    connect(first, &Session::selectionChanged, this,
            [this] { select(CompareSide::kA, first_->selection()); });
}

CompareSession::~CompareSession() = default;

void CompareSession::open(const std::filesystem::path& path) {
    discard(next_);
    next_ = new Session(this);
    next_->setOptions([this](FigureOptions& options) { options = first_->options(); });
    connect(next_, &Session::busyChanged, this, &CompareSession::busyChanged);
    connect(next_, &Session::documentChanged, this, &CompareSession::adopt);
    connect(next_, &Session::failed, this, [this](const Error& error) {
        discard(next_);  // Nothing where the model is there, and only its picture is not.
        Q_EMIT failed(error);
        Q_EMIT busyChanged();
    });
    next_->open({path, {}, {}});
}

void CompareSession::adopt() {
    discard(second_);
    second_ = std::exchange(next_, nullptr);
    disconnect(second_, &Session::documentChanged, this, nullptr);
    connect(second_, &Session::figureChanged, this, [this] { figureArrived(CompareSide::kB); });
    Q_EMIT changed();
    compare();
}

void CompareSession::close() {
    discard(next_);
    discard(second_);
    comparing_.stop();
    comparison_.reset();
    tables_.clear();
    sent_ = {};
    Q_EMIT changed();
    Q_EMIT compared();
    Q_EMIT busyChanged();
}

void CompareSession::stop() {
    discard(next_);
    comparing_.stop();
    if (second_ != nullptr) {
        second_->stop();
    }
}

bool CompareSession::busy() const {
    return comparing_.busy() || next_ != nullptr || (second_ != nullptr && second_->busy());
}

const Comparison* CompareSession::comparison() const {
    const bool holds = second_ != nullptr && comparison_ && first_->source() && second_->source() &&
                       comparison_->covers(CompareSide::kA, first_->source()->scope()) &&
                       comparison_->covers(CompareSide::kB, second_->source()->scope());
    return holds ? comparison_.get() : nullptr;
}

void CompareSession::compare() {
    comparison_.reset();
    tables_.clear();
    if (second_ == nullptr || !first_->hasDocument()) {
        return;
    }
    Q_EMIT compared();
    comparing_.replace([a = mainScope(*first_), b = mainScope(*second_)](
                           const std::stop_token& stop) { return compareScopes(a, b, stop); },
                       [this](Result<CompareResult> result) {
                           if (!result) {
                               Q_EMIT failed(result.error());
                               return;
                           }
                           tables_ = std::move(result->tables);
                           comparison_ = std::make_shared<const Comparison>(
                               std::move(result->a), std::move(result->b), std::move(result->diff));
                           Q_EMIT compared();
                           follow(CompareSide::kA);
                           select(CompareSide::kA, first_->selection());
                       });
}

void CompareSession::figureArrived(CompareSide side) {
    if (second_ == nullptr) {
        return;
    }
    Q_EMIT figureChanged(side);
    const std::optional<FigureOptions> sent = std::exchange(sent_[at(side)], std::nullopt);
    if (!sent || !sameWish(*sent, session(side).shown().options)) {
        follow(side);
    }
}

/// Partners of the focus; where it has none, of the nodes nearest to it that have one.
std::vector<std::string> CompareSession::partnersOfFocus(CompareSide side) {
    const Topology& topology = session(otherSide(side)).source()->scope().topology();
    const FigureSource& source = *session(side).source();
    std::vector<std::string> refs;
    int nearest = -1;
    const auto add = [&](int distance, NodeId node) {
        const NodeId other = comparison_->partner(side, node);
        if (other == kNoNode || distance < 0 || (nearest >= 0 && distance > nearest)) {
            return;
        }
        if (distance != nearest) {
            refs.clear();
            nearest = distance;
        }
        refs.push_back(topology.ref(other));
    };
    for (const Box& box : session(side).shown().figure->scene.boxes) {
        if (box.kind == BoxKind::kOp) {
            add(box.distance, box.node);
        } else if (const auto group =
                       box.kind == BoxKind::kGroup ? source.grouping().find(box.group) : std::nullopt) {
            for (const NodeId node : source.grouping().nodes(*group)) {
                add(box.distance, node);
            }
        }
    }
    return refs;
}

void CompareSession::follow(CompareSide leader) {
    if (comparison() == nullptr || !session(leader).shown().figure) {
        return;
    }
    FigureOptions options = session(leader).shown().options;
    if (!options.focus.empty()) {
        options.focus = partnersOfFocus(leader);
        if (options.focus.empty()) {
            Q_EMIT lost(leader);
            return;
        }
    }
    if (!options.expanded.empty()) {
        const Grouping& there = session(otherSide(leader)).source()->grouping();
        options.expanded.erase(
            std::remove_if(options.expanded.begin(), options.expanded.end(),
                           [&there](const std::string& group) { return !there.find(group).has_value(); }),
            options.expanded.end());
    }
    lead(otherSide(leader), std::move(options));
}

void CompareSession::lead(CompareSide side, FigureOptions options) {
    options.max_boxes = Session::kMaxBoxes;
    if (!sameWish(options, session(side).options())) {
        sent_[at(side)] = options;
        session(side).show(std::move(options));
    }
}

void CompareSession::focusOn(const std::vector<NodeId>& a, const std::vector<NodeId>& b) {
    if (comparison() == nullptr || (a.empty() && b.empty())) {
        return;
    }
    for (const CompareSide side : {CompareSide::kA, CompareSide::kB}) {
        const std::vector<NodeId>& nodes = side == CompareSide::kA ? a : b;
        const bool alone = (side == CompareSide::kA ? b : a).empty();
        if (nodes.empty()) {
            continue;
        }
        FigureOptions options = session(side).options();
        options.focus.clear();
        for (const NodeId node : nodes) {
            options.focus.push_back(session(side).source()->scope().topology().ref(node));
        }
        if (alone) {
            session(side).show(std::move(options));
        } else {
            lead(side, std::move(options));
        }
    }
}

void CompareSession::select(CompareSide side, const Selection& selection) {
    if (selecting_) {
        return;
    }
    selecting_ = true;
    if (second_ != nullptr) {
        session(side).select(selection);
        if (const Comparison* both = comparison()) {
            session(otherSide(side)).select(both->partner(side, selection));
        }
        Q_EMIT selectionChanged();
    }
    selecting_ = false;
}

}  // namespace qdqlens
