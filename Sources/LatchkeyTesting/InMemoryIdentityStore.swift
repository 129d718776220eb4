public import AuthenticationServices
internal import Synchronization

/// An identity store in memory with the rules of the system's store.
///
/// Changes need an enabled provider, are made completely or not at all, and replace equal identities.
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
        // `@unchecked`: Apple's classes of identity are Sendable, and others are only read.
        var identities: [any ASCredentialIdentity] = []
        var isEnabled: Bool
        var isFilled = false
    }

    private let content: Mutex<Content>

    /// Makes an empty store.
    ///
    /// - Parameter isEnabled: Whether the provider is enabled; a disabled store throws `storeDisabled` on every change.
    public init(isEnabled: Bool = true) {
        content = Mutex(Content(isEnabled: isEnabled))
    }

    /// The stored identities, in the order in which they were added.
    public var identities: [any ASCredentialIdentity] {
        content.withLock { $0 }.identities
    }

    /// Whether the provider is enabled; every change of this property empties the store, as disabling does in the
    /// system.
    public var isEnabled: Bool {
        get { content.withLock { $0.isEnabled } }
        set {
            content.withLock { content in
                guard content.isEnabled != newValue else { return }
                content = Content(isEnabled: newValue)
            }
        }
    }

    /// Installs this store behind `ASCredentialIdentityStore.shared` while the body runs.
    ///
    /// A process has one shared store, so that bodies of different tests wait for each other. Changes that the body
    /// started and did not await are in the store when this method returns. Nested calls trap.
    public func whileInstalled<Success>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Success
    ) async rethrows -> Success {
        precondition(!InstallationLock.isHeld, "whileInstalled must not be nested")
        await InstallationLock.shared.lock()
        ASCredentialIdentityStore.shared.install(self)
        do {
            let success = try await InstallationLock.$isHeld.withValue(true) { try await body() }
            await uninstall()
            return success
        } catch {
            await uninstall()
            throw error
        }
    }

    private func uninstall() async {
        // This read comes after all pending changes.
        _ = await ASCredentialIdentityStore.shared.state()
        ASCredentialIdentityStore.shared.install(nil)
        await InstallationLock.shared.unlock()
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

/// A lock on the shared store that can be held across suspensions.
private actor InstallationLock {
    static let shared = InstallationLock()
    @TaskLocal static var isHeld = false

    private var isLocked = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func unlock() {
        if waiting.isEmpty {
            isLocked = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
