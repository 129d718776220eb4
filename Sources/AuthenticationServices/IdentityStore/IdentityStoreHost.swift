internal import Dispatch
internal import Foundation

/// The implementation behind ``ASCredentialIdentityStore``; its calls are serial, in the order in which they were made.
///
/// Each change is made completely or not at all. The provider gets any error other than an
/// ``ASCredentialIdentityStoreError`` as `internalError`.
package protocol CredentialIdentityStoreHost: Sendable {
    func state() async throws -> ASCredentialIdentityStoreState
    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) async throws -> [any ASCredentialIdentity]
    /// Adds identities; an equal stored identity is replaced.
    func save(_ identities: [any ASCredentialIdentity]) async throws
    func remove(_ identities: [any ASCredentialIdentity]) async throws
    /// Removes all identities of all types, then adds the given ones.
    func replace(with identities: [any ASCredentialIdentity]) async throws
    func removeAll() async throws
}

/// The store of a process that has no host: disabled and empty.
struct NoIdentityStoreHost: CredentialIdentityStoreHost {
    func state() -> ASCredentialIdentityStoreState { ASCredentialIdentityStoreState() }
    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) -> [any ASCredentialIdentity] { [] }
    func save(_ identities: [any ASCredentialIdentity]) throws { throw ASCredentialIdentityStoreError(.internalError) }
    func remove(_ identities: [any ASCredentialIdentity]) throws {
        throw ASCredentialIdentityStoreError(.internalError)
    }
    func replace(with identities: [any ASCredentialIdentity]) throws {
        throw ASCredentialIdentityStoreError(.internalError)
    }
    func removeAll() throws { throw ASCredentialIdentityStoreError(.internalError) }
}

/// Copies of the identities of one change or one result.
struct IdentityBatch: @unchecked Sendable {
    // `@unchecked`: Apple's three classes are Sendable, and identities of a provider's own classes are only read.
    // Copies, so that a later change of a rank does not affect a pending change.
    let identities: [any ASCredentialIdentity]

    init(copying identities: [any ASCredentialIdentity]) {
        self.identities = identities.map { identity in
            ((identity as? any NSCopying)?.copy(with: nil) as? any ASCredentialIdentity) ?? identity
        }
    }
}

/// A serial queue of asynchronous jobs.
final class IdentityStoreQueue: Sendable {
    private let jobs: AsyncStream<@Sendable () async -> Void>.Continuation
    private let replies = DispatchQueue(label: "latchkey.identity-store.replies")

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        jobs = continuation
        Task {
            for await job in stream {
                await job()
            }
        }
    }

    deinit {
        jobs.finish()
    }

    func add(_ job: @escaping @Sendable () async -> Void) {
        jobs.yield(job)
    }

    /// Runs a provider's completion handler, never on the main queue and without delaying the next job.
    func reply(_ handler: @escaping @Sendable () -> Void) {
        replies.async(execute: handler)
    }
}
