public import AuthenticationServices
internal import Synchronization

/// An identity store in memory, by the rules of the system's: off or on, all or nothing, equal identities replaced.
///
/// ```swift
/// let store = InMemoryIdentityStore()
/// try await store.whileInstalled {
///     try await MyApp().refreshSuggestions()     // writes ASCredentialIdentityStore.shared
/// }
/// #expect(store.identities.count == 3)
/// ```
public final class InMemoryIdentityStore: Sendable {
    private struct Content: @unchecked Sendable {
        // `@unchecked`: identities of Apple's classes are Sendable, and others are only read.
        var identities: [any ASCredentialIdentity] = []
        var isEnabled: Bool
        var isFilled = false
    }

    private let content: Mutex<Content>

    public init(isEnabled: Bool = true) {
        content = Mutex(Content(isEnabled: isEnabled))
    }

    /// What is stored, in the order in which it came.
    public var identities: [any ASCredentialIdentity] {
        content.withLock { $0 }.identities
    }

    /// Whether the provider is turned on; turning it off empties the store, as the system does.
    public var isEnabled: Bool {
        get { content.withLock { $0.isEnabled } }
        set {
            content.withLock { content in
                guard content.isEnabled != newValue else { return }
                content = Content(isEnabled: newValue)
            }
        }
    }

    /// Puts this store behind `ASCredentialIdentityStore.shared` while the body runs.
    ///
    /// There is one shared store in a process, so bodies of different tests wait for one another. Changes that the
    /// body has made and not awaited are in the store when this returns. Not to be nested.
    public func whileInstalled<Success>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Success
    ) async rethrows -> Success {
        precondition(!Turn.isTaken, "an identity store is installed around this one")
        await Turn.shared.take()
        ASCredentialIdentityStore.shared.install(self)
        do {
            let success = try await Turn.$isTaken.withValue(true) { try await body() }
            await leave()
            return success
        } catch {
            await leave()
            throw error
        }
    }

    private func leave() async {
        // A read goes behind every change in the line.
        _ = await ASCredentialIdentityStore.shared.state()
        ASCredentialIdentityStore.shared.install(nil)
        await Turn.shared.give()
    }

    private func change(_ body: (inout [any ASCredentialIdentity]) -> Void) throws {
        try content.withLock { content in
            guard content.isEnabled else { throw ASCredentialIdentityStoreError(.storeDisabled) }
            body(&content.identities)
            content.isFilled = !content.identities.isEmpty
        }
    }
}

extension InMemoryIdentityStore: CredentialIdentityStoreHost {
    package func state() -> ASCredentialIdentityStoreState {
        let content = content.withLock { $0 }
        return ASCredentialIdentityStoreState(
            isEnabled: content.isEnabled, supportsIncrementalUpdates: content.isEnabled && content.isFilled)
    }

    package func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) -> [any ASCredentialIdentity] {
        identities.filter { identity in
            (service == nil || identity.serviceIdentifier == service)
                && (types.isEmpty || types.contains(identity.kind))
        }
    }

    package func save(_ identities: [any ASCredentialIdentity]) throws {
        try change { stored in
            stored.removeAll { old in identities.contains { $0.isEqual(old) } }
            stored += identities
        }
    }

    package func remove(_ identities: [any ASCredentialIdentity]) throws {
        try change { stored in
            stored.removeAll { old in identities.contains { $0.isEqual(old) } }
        }
    }

    package func replace(with identities: [any ASCredentialIdentity]) throws {
        try change { $0 = identities }
    }

    package func removeAll() throws {
        try change { $0 = [] }
    }
}

extension ASCredentialIdentity {
    fileprivate var kind: ASCredentialIdentityStore.IdentityTypes {
        switch self {
        case is ASPasskeyCredentialIdentity: .passkey
        case is ASOneTimeCodeCredentialIdentity: .oneTimeCode
        default: .password
        }
    }
}

/// The turn to stand behind the shared store.
private actor Turn {
    static let shared = Turn()
    @TaskLocal static var isTaken = false

    private var isOut = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isOut else {
            isOut = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty {
            isOut = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
