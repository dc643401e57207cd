#include "ui/jobs/job_line.h"

#include <QMetaObject>

namespace qdqlens {

JobLine::JobLine(QObject* parent) : QObject(parent), thread_([this] { run(); }) {}

JobLine::~JobLine() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        queue_.clear();
        running_.request_stop();
    }
    wake_.notify_one();
    thread_.join();
}

void JobLine::stop() {
    first_wanted_ = next_id_;
    {
        const std::lock_guard lock(mutex_);
        queue_.clear();
        running_.request_stop();
    }
    setPending(0);
}

void JobLine::enqueue(JobId id, Task task) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back({id, std::move(task)});
    }
    wake_.notify_one();
    setPending(pending_ + 1);
}

void JobLine::post(JobId id, std::function<void()> act) {
    QMetaObject::invokeMethod(
        this,
        [this, id, act = std::move(act)] {
            if (id >= first_wanted_) {
                act();
            }
        },
        Qt::QueuedConnection);
}

void JobLine::setPending(int pending) {
    const bool was_busy = busy();
    pending_ = pending;
    if (was_busy != busy()) {
        Q_EMIT busyChanged(busy());
    }
}

void JobLine::run() {
    for (;;) {
        Queued next;
        std::stop_token token;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return quit_ || !queue_.empty(); });
            if (quit_) {
                return;
            }
            next = std::move(queue_.front());
            queue_.pop_front();
            running_ = std::stop_source();
            token = running_.get_token();
        }
        next.task(token);
    }
}

}  // namespace qdqlens
