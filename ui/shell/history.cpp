#include "ui/shell/history.h"

namespace qdqlens {

void History::push(HistoryStep step) {
    if (!steps_.empty()) {
        steps_.resize(at_ + 1);
    }
    if (steps_.size() == kMost) {
        steps_.erase(steps_.begin());
    }
    steps_.push_back(std::move(step));
    at_ = steps_.size() - 1;
}

void History::clear() {
    steps_.clear();
    at_ = 0;
}

bool History::canGo(int by) const {
    const auto target = static_cast<std::ptrdiff_t>(at_) + by;
    return target >= 0 && target < static_cast<std::ptrdiff_t>(steps_.size());
}

const HistoryStep& History::peek(int by) const {
    return steps_[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at_) + by)];
}

void History::go(int by) {
    at_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at_) + by);
}

}  // namespace qdqlens
