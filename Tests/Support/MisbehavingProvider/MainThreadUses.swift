import Foundation

/// Uses of the main thread by providers that were written for Apple's systems.
@MainActor
final class MainThreadUses {
    private var words: [String] = []
    private let finish: @MainActor (String) -> Void

    private init(finish: @escaping @MainActor (String) -> Void) {
        self.finish = finish
    }

    /// Tries each use, and calls `finish` with the sorted results: its name and whether it ran on the main thread.
    ///
    /// Does not call `finish` until all uses have run.
    static func tryAll(then finish: @escaping @MainActor (String) -> Void) {
        let uses = MainThreadUses(finish: finish)
        uses.tryAtOnce()
        uses.tryLater()
    }

    private func tryAtOnce() {
        note("call")
        // The pattern of functions that can be called on any thread.
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
