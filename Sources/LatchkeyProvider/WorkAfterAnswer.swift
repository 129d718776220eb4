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
    private static let tasks = Mutex<[Task<Void, Never>]>([])

    /// Begins work at a low priority.
    public static func begin(_ work: @escaping @Sendable () async -> Void) {
        let task = Task(priority: .utility) { await work() }
        tasks.withLock { $0.append(task) }
    }

    /// Returns when all work is done, also what was begun meanwhile.
    public static func settle() async {
        while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    }
}
