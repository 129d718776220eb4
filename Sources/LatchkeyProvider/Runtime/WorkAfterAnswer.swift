import Synchronization

/// What a provider still does once its answer is given, where that has to wait for something.
///
/// A completion handler cannot wait, and the process may end as soon as it returns. Work that is begun here, in the
/// handler or before, is waited for, within the ten seconds that the agent allows.
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

    /// Begins work at a low priority.
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

    /// Returns when all work is done, also what was begun meanwhile.
    public static func settle() async {
        while let task = work.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private static func end(_ number: Int) {
        work.withLock { $0.tasks[number] = nil }
    }
}
