#include "ui/shell/session.h"

#include <algorithm>

#include "ui/jobs/export_job.h"

namespace qdqlens {

Session::Session(QObject* parent, std::unique_ptr<LayoutEngine> engine)
    : QObject(parent), engine_(std::move(engine)) {
    wanted_.max_boxes = kMaxBoxes;
    for (JobLine* line : {&loading_, &drawing_, &exporting_}) {
        connect(line, &JobLine::busyChanged, this, [this] { Q_EMIT busyChanged(busy()); });
    }
}

Session::~Session() = default;

void Session::open(OpenRequest request) {
    const FoldMode fold = wanted_.fold;
    const std::filesystem::path path = request.path;
    drawing_.append(
        [engine = engine_](const std::stop_token&) {
            engine->warmUp();  // While the file is read.
            return true;
        },
        [](bool) {});
    loading_.replace([path, fold](const std::stop_token&) { return loadDocument(path, fold); },
                     [this, open = std::move(request)](Result<Document> document) {
                         if (!document) {
                             Q_EMIT failed(document.error());
                             return;
                         }
                         opened_ = std::move(*document);
                         Request first;
                         first.change = FigureChange::kOpen;
                         first.figure = {
                             opened_->source->scopePtr(), opened_->source,       wanted_,
                             open.focus.empty(),          open.hops.has_value(), open.level.has_value()};
                         first.figure.options.level = open.level.value_or(Level::kNodes);
                         first.figure.options.expanded = open.expanded;
                         first.figure.options.from.clear();
                         first.figure.options.to.clear();
                         first.figure.options.title.clear();
                         first.figure.options.max_boxes = kMaxBoxes;
                         first.figure.options.hops = open.hops.value_or(FigureOptions{}.hops);
                         if (!open.focus.empty()) {
                             first.figure.options.focus = {open.focus};
                         }
                         this->request(std::move(first));
                     });
}

FigureRequest Session::sameGraph() const {
    FigureRequest request;
    request.options = wanted_;
    if (pending_) {
        request.scope = pending_->figure.scope;
        request.source = pending_->figure.source;
    } else if (shown_.source) {
        request.scope = shown_.source->scopePtr();
        request.source = shown_.source;
    }
    return request;
}

void Session::focus(std::vector<std::string> queries) {
    FigureOptions options = sameGraph().options;
    options.focus = std::move(queries);
    options.max_boxes = kMaxBoxes;
    options.from.clear();
    options.to.clear();
    show(std::move(options));
}

void Session::show(FigureOptions options) {
    if (!hasDocument()) {
        return;
    }
    Request wanted;
    wanted.change = FigureChange::kFocus;
    wanted.figure = sameGraph();
    if (options.fold != wanted.figure.options.fold) {
        wanted.figure.source.reset();
    }
    wanted.figure.options = std::move(options);
    request(std::move(wanted));
}

void Session::focusOn(const Selection& selection) {
    if (selection.empty() || !shown_.source) {
        return;
    }
    const Topology& topology = shown_.source->scope().topology();
    if (selection.node != kNoNode) {
        focus({topology.ref(selection.node)});
    } else if (!selection.group.empty()) {
        focus({selection.group});
    } else {
        focus({"value:" + std::string(topology.value(selection.value).name)});
    }
}

void Session::focusOn(const std::vector<NodeId>& nodes) {
    if (nodes.empty() || !shown_.source) {
        return;
    }
    std::vector<std::string> refs;
    for (const NodeId node : nodes) {
        refs.push_back(shown_.source->scope().topology().ref(node));
    }
    focus(std::move(refs));
}

void Session::showWhole() {
    focus({});
}

void Session::go(int by) {
    if (!history_.canGo(by)) {
        return;
    }
    const HistoryStep& step = history_.peek(by);
    Request wanted;
    wanted.change = FigureChange::kHistory;
    wanted.history_by = by;
    wanted.figure = {step.source->scopePtr(), step.source, step.options, false, false, false};
    wanted.selection = step.selection;
    wanted.view = step.view;
    request(std::move(wanted));
}

void Session::enterScope(std::shared_ptr<const Scope> scope) {
    if (!scope || !hasDocument()) {
        return;
    }
    Request wanted;
    wanted.change = FigureChange::kFocus;
    wanted.figure.options = wanted_;
    wanted.figure.options.expanded.clear();  // They are groups of another graph.
    if (scope->modelPtr() == document_.model) {
        wanted.figure.options.title.clear();  // It said which stage a picture is of.
    }
    wanted.figure.scope = std::move(scope);
    wanted.figure.first_look = true;
    request(std::move(wanted));
}

void Session::enter(NodeId node, std::uint32_t subgraph) {
    const auto graphs = onnx::subgraphs(shown_.source->scope().topology().node(node));
    if (subgraph < graphs.size()) {
        enterScope(Scope::child(shown_.source->scopePtr(), node, *graphs[subgraph]));
    }
}

void Session::enterFunction(std::uint32_t function) {
    const onnx::Function& entered = document_.model->functions[function];
    auto scope =
        Scope::enterFunction(document_.model, std::string(entered.domain) + ":" + std::string(entered.name));
    if (!scope) {
        Q_EMIT failed(scope.error());
        return;
    }
    enterScope(std::move(*scope));
}

void Session::select(const Selection& selection) {
    if (selection == selection_) {
        return;
    }
    selection_ = selection;
    if (!history_.empty()) {
        history_.current().selection = selection;
    }
    Q_EMIT selectionChanged();
}

void Session::setOptions(const std::function<void(FigureOptions&)>& change) {
    Request wanted;
    wanted.figure = sameGraph();
    const FoldMode fold = wanted.figure.options.fold;
    change(wanted.figure.options);
    if (!wanted.figure.scope) {
        wanted_ = wanted.figure.options;
        Q_EMIT optionsChanged();
        return;
    }
    if (wanted.figure.options.fold != fold) {
        wanted.figure.source.reset();
    }
    wanted.selection = selection_;
    if (pending_) {
        wanted.figure.first_look = pending_->figure.first_look;
        wanted.change = pending_->change;
        wanted.history_by = pending_->history_by;
        wanted.selection = pending_->selection;
    }
    request(std::move(wanted));
}

void Session::setHops(int hops) {
    const int wanted = std::clamp(hops, 0, kMaxHops);
    if (wanted != wanted_.hops) {
        setOptions([wanted](FigureOptions& options) { options.hops = wanted; });
    }
}

void Session::drawWithoutLimit() {
    if (limited_) {
        Request wanted = std::move(*limited_);
        wanted.figure.options.max_boxes = 0;
        request(std::move(wanted));
    }
}

void Session::stop() {
    loading_.stop();
    drawing_.stop();
    pending_.reset();
    opened_.reset();
    wanted_ = shown_.figure ? shown_.options : wanted_;
    Q_EMIT growthDropped();
    Q_EMIT optionsChanged();
}

void Session::exportTo(const std::filesystem::path& path, ThemeKind theme) {
    if (!shown_.figure) {
        return;
    }
    exporting_.append([figure = shown_.figure, path,
                       theme](const std::stop_token&) { return exportFigure(*figure, theme, path); },
                      [this](const Result<std::filesystem::path>& written) {
                          if (written) {
                              Q_EMIT exported(*written);
                          } else {
                              Q_EMIT failed(written.error());
                          }
                      });
}

}  // namespace qdqlens
