// One worker thread for one kind of work. Results come back to the GUI thread; those nobody waits for are
// dropped.
#pragma once

#include <QObject>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace qdqlens {

using JobId = std::uint64_t;

/// Jobs run one after the other on the line's own thread. `work(stop)` runs there and must not touch widgets;
/// `done(result)` runs on the thread that made the line, and not at all once the job was replaced or stopped.
class JobLine : public QObject {
    Q_OBJECT

  public:
    explicit JobLine(QObject* parent = nullptr);
    /// Stops what runs, and waits for it.
    ~JobLine() override;

    /// Stops every earlier job of this line: the newest request wins.
    template <class Work, class Done>
    JobId replace(Work work, Done done) {
        stop();
        return append(std::move(work), std::move(done));
    }

    /// Runs after the earlier jobs.
    template <class Work, class Done>
    JobId append(Work work, Done done) {
        const JobId id = next_id_++;
        enqueue(id, [this, id, work = std::move(work),
                     done = std::move(done)](const std::stop_token& token) mutable {
            // Shared, since what Qt's queue takes must be copyable.
            auto result = std::make_shared<decltype(work(token))>(work(token));
            deliver(id, [result, done]() mutable { done(std::move(*result)); });
        });
        return id;
    }

    /// Asks the running job to stop and forgets it and all that wait; their `done` will not run.
    void stop();
    [[nodiscard]] bool busy() const { return pending_ > 0; }

  Q_SIGNALS:
    void busyChanged(bool busy);

  private:
    using Task = std::function<void(const std::stop_token&)>;
    struct Queued {
        JobId id = 0;
        Task task;
    };

    void enqueue(JobId id, Task task);
    void deliver(JobId id, std::function<void()> finish);
    void setPending(int pending);
    void run();

    // GUI thread only.
    JobId next_id_ = 1;
    JobId first_wanted_ = 1;  ///< Results with a smaller id are dropped.
    int pending_ = 0;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Queued> queue_;
    std::stop_source running_;
    bool quit_ = false;
    std::thread thread_;
};

}  // namespace qdqlens
