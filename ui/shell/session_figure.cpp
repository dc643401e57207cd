// The way of a picture through the session: asked for, arrived or failed, recorded.
#include "ui/shell/session.h"

namespace qdqlens {

void Session::request(Request wanted) {
    if (pending_ && pending_->change == FigureChange::kOpen && wanted.change != FigureChange::kOpen) {
        return;  // The window is about to show another model; what is asked of the old one is void.
    }
    limited_.reset();
    if (pending_) {
        Q_EMIT growthSuperseded();
    }
    pending_ = wanted;
    wanted_ = wanted.figure.options;
    Q_EMIT optionsChanged();
    drawing_.replaceTelling<Growth>(
        [figure = wanted.figure, engine = engine_](const std::stop_token& stop, const GrowthSink& tell) {
            return drawFigure(figure, *engine, stop, tell);
        },
        [this, opening = wanted.change == FigureChange::kOpen](const Growth& growth) {
            if (!opening) {  // The window still shows another model.
                Q_EMIT figureGrows(growth);
            }
        },
        [this, wanted](Result<FigureResult> result) {
            if (result) {
                arrived(wanted, std::move(*result));
            } else {
                failedToDraw(wanted, result.error());
            }
        });
}

void Session::arrived(const Request& request, FigureResult result) {
    pending_.reset();
    if (request.change == FigureChange::kOpen) {
        commitDocument();
    }
    if (!history_.empty() && view_state && request.change != FigureChange::kOptions) {
        history_.current().view = view_state();
    }
    const bool new_source = result.source != shown_.source;
    shown_ = std::move(result);
    wanted_ = shown_.options;
    if (request.change == FigureChange::kFocus || request.change == FigureChange::kOpen) {
        const Selection focus = singleFocus();
        if (!focus.empty() || new_source) {
            selection_ = focus;
        }
    } else {
        selection_ = request.selection;
    }
    record(request);
    if (request.change == FigureChange::kOpen) {
        Q_EMIT documentChanged();
    }
    if (new_source) {
        Q_EMIT sourceChanged();
    }
    Q_EMIT optionsChanged();
    Q_EMIT figureChanged(request.change, request.view);
    Q_EMIT selectionChanged();
    Q_EMIT historyChanged();
    if (request.complaint) {
        Q_EMIT failed(*request.complaint);
    }
}

void Session::failedToDraw(const Request& request, const Error& error) {
    pending_.reset();
    Q_EMIT growthDropped();
    if (error.kind == ErrorKind::kStopped) {
        return;
    }
    if (request.change == FigureChange::kOpen && !request.figure.first_look &&
        error.kind == ErrorKind::kQuery) {
        // The model is fine, its focus is not: show the model, and say so.
        Request first = request;
        first.figure.first_look = true;
        first.complaint = error;
        pending_.reset();
        this->request(std::move(first));
        return;
    }
    if (request.change == FigureChange::kOpen) {
        FigureResult empty;
        empty.source = request.figure.source;
        empty.options = request.figure.options;
        arrived(request, std::move(empty));
    } else {
        if (error.kind == ErrorKind::kLimit) {
            limited_ = request;
        }
        wanted_ = shown_.options;
        Q_EMIT optionsChanged();
    }
    Q_EMIT failed(error);
}

void Session::commitDocument() {
    document_ = std::move(*opened_);
    opened_.reset();
    stages_.clear();
    history_.clear();
}

void Session::record(const Request& request) {
    switch (request.change) {
        case FigureChange::kOpen:
        case FigureChange::kFocus:
        case FigureChange::kGroups:
            history_.push({shown_.source, shown_.options, selection_, std::nullopt});
            break;
        case FigureChange::kHistory:
            history_.go(request.history_by);
            break;
        case FigureChange::kOptions:
            if (!history_.empty()) {
                history_.current() = {shown_.source, shown_.options, selection_, std::nullopt};
            }
            break;
    }
}

/// The node or group that is the only focus, or nothing.
Selection Session::singleFocus() const {
    Selection only;
    if (shown_.figure) {
        for (const Box& box : shown_.figure->scene.boxes) {
            if (box.focus && (box.kind == BoxKind::kOp || box.kind == BoxKind::kGroup)) {
                if (!only.empty()) {
                    return {};
                }
                only = selectionOf(box);
            }
        }
    }
    return only;
}

}  // namespace qdqlens
