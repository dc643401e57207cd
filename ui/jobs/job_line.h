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

    /// The same for work that tells of what it has so far: `work(stop, tell)` may call tell(part) at any
    /// time, and `partly(part)` runs where `done` does, before it.
    template <class Part, class Work, class Partly, class Done>
    JobId replaceTelling(Work work, Partly partly, Done done) {
        stop();
        const JobId id = next_id_++;
        auto telling = [this, id, work = std::move(work),
                        partly = std::move(partly)](const std::stop_token& token) mutable {
            const std::function<void(Part)> tell = [this, id, partly](Part part) {
                post(id, [partly, part = std::move(part)]() mutable { partly(std::move(part)); });
            };
            return work(token, tell);
        };
        start(id, std::move(telling), std::move(done));
        return id;
    }

    /// Runs after the earlier jobs.
    template <class Work, class Done>
    JobId append(Work work, Done done) {
        const JobId id = next_id_++;
        start(id, std::move(work), std::move(done));
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

    template <class Work, class Done>
    void start(JobId id, Work work, Done done) {
        enqueue(id, [this, id, work = std::move(work),
                     done = std::move(done)](const std::stop_token& token) mutable {
            // Shared, since what Qt's queue takes must be copyable.
            auto result = std::make_shared<decltype(work(token))>(work(token));
            post(id, [this, result, done]() mutable {
                setPending(pending_ - 1);
                done(std::move(*result));
            });
        });
    }
    void enqueue(JobId id, Task task);
    /// Runs it on the thread that made the line, if the job is still wanted then.
    void post(JobId id, std::function<void()> act);
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
