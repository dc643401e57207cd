#include "ui/shell/predictions.h"

namespace qdqlens {

std::shared_ptr<const Units> Predictions::of(const std::shared_ptr<const Scope>& scope) {
    auto known = unitsIfKnown(*scope);
    if (!known && scope != wanted_) {
        wanted_ = scope;
        line_.replace([scope](const std::stop_token&) { return unitsOf(scope); },
                      [this](std::shared_ptr<const Units> units) {
                          wanted_.reset();
                          kept_.push_back(std::move(units));
                          if (kept_.size() > kKept) {
                              kept_.pop_front();
                          }
                          Q_EMIT arrived();
                      });
    }
    return known;
}

}  // namespace qdqlens
