#include "ui/shell/job_progress.h"

#include <QMetaObject>
#include <QProgressBar>
#include <memory>

namespace qdqlens {

CodeProgress jobProgress(QProgressBar* bar) {
    auto last = std::make_shared<int>(-1);
    return [bar, last](std::uint64_t done, std::uint64_t total) {
        const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
        const int percent = static_cast<int>(100 * share);
        if (percent != *last) {
            *last = percent;
            QMetaObject::invokeMethod(
                bar, [bar, percent] { bar->setValue(percent); }, Qt::QueuedConnection);
        }
    };
}

}  // namespace qdqlens
