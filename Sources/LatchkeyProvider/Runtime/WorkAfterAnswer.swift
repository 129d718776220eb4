import Synchronization

/// Asynchronous work of a provider after its answer.
///
/// A completion handler cannot `await`, and the process may end when it returns. The runtime waits for work that began
/// here, in the handler or before. The agent allows ten seconds in total.
///
/// ```swift
/// extensionContext.completeRequest(withSelectedCredential: credential) { expired in
///     guard !expired else { return }
///     WorkAfterAnswer.begin { try? await store.saveCredentialIdentities(identities) }
/// }
/// ```
public enum WorkAfterAnswer {
    private struct Work {
        var tasks: [Int: Task<Void, Never>] = [:]
        var begun = 0
    }

    private static let work = Mutex(Work())

    /// Starts work at utility priority.
    public static func begin(_ body: @escaping @Sendable () async -> Void) {
        work.withLock { work in
            work.begun += 1
            let number = work.begun
            work.tasks[number] = Task(priority: .utility) {
                await body()
                Self.end(number)
            }
        }
    }

    /// Returns when all work is done, including work that began meanwhile.
    public static func settle() async {
        while let task = work.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private static func end(_ number: Int) {
        work.withLock { $0.tasks[number] = nil }
    }
}
