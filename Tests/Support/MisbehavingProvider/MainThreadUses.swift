import Foundation

/// What providers written for Apple's systems do with their main thread.
@MainActor
final class MainThreadUses {
    private var words: [String] = []
    private let finish: @MainActor (String) -> Void

    private init(finish: @escaping @MainActor (String) -> Void) {
        self.finish = finish
    }

    /// Tries everything, and calls back with one word for each use and whether it was on the main thread, sorted.
    ///
    /// Does not call back while one of them has not happened.
    static func tryAll(then finish: @escaping @MainActor (String) -> Void) {
        let uses = MainThreadUses(finish: finish)
        uses.tryAtOnce()
        uses.tryLater()
    }

    private func tryAtOnce() {
        note("call")
        // As a function does that may be called from anywhere.
        if Thread.isMainThread { note("here") } else { DispatchQueue.main.sync { noteOnMain("here") } }
        let name = Notification.Name("main-thread-use")
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [self] _ in
            noteOnMain("notification")
        }
        NotificationCenter.default.post(name: name, object: nil)
    }

    private func tryLater() {
        _ = Timer.scheduledTimer(withTimeInterval: 0.05, repeats: false) { [self] _ in noteOnMain("timer") }
        RunLoop.main.perform { [self] in noteOnMain("perform") }
        OperationQueue.main.addOperation { [self] in noteOnMain("operation") }
        DispatchQueue.main.async { [self] in noteOnMain("queue") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { [self] in noteOnMain("queue-later") }
        Thread.detachNewThread { [self] in DispatchQueue.main.sync { noteOnMain("queue-from-thread") } }
        Task { note("task") }
    }

    private nonisolated func noteOnMain(_ word: String) {
        MainActor.assumeIsolated { note(word) }
    }

    private func note(_ word: String) {
        words.append("\(word):\(Thread.isMainThread)")
        if words.count == 10 { finish(words.sorted().joined(separator: " ")) }
    }
}
