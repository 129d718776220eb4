internal import Dispatch
internal import Foundation

/// The store behind ``ASCredentialIdentityStore``: one call at a time, in the order in which they were made.
///
/// Each change is made as a whole or not at all. An error that is not an ``ASCredentialIdentityStoreError`` reaches
/// the provider as `internalError`.
package protocol CredentialIdentityStoreHost: Sendable {
    func state() async throws -> ASCredentialIdentityStoreState
    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) async throws -> [any ASCredentialIdentity]
    /// Adds identities; one that equals a stored one takes its place.
    func save(_ identities: [any ASCredentialIdentity]) async throws
    func remove(_ identities: [any ASCredentialIdentity]) async throws
    /// Removes every identity of every kind, then adds the given ones.
    func replace(with identities: [any ASCredentialIdentity]) async throws
    func removeAll() async throws
}

/// The store where no host is installed: it is off, empty, and takes nothing.
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

/// Identities on their way to or from the host.
struct IdentityBatch: @unchecked Sendable {
    // `@unchecked`: Apple's three classes are Sendable; an identity of a provider's own class, which no one else knows,
    // is only read. The copies keep a rank that is changed later out of a change that is on its way.
    let identities: [any ASCredentialIdentity]

    init(copying identities: [any ASCredentialIdentity]) {
        self.identities = identities.map { identity in
            ((identity as? any NSCopying)?.copy(with: nil) as? any ASCredentialIdentity) ?? identity
        }
    }
}

/// A line of jobs, done one after the other in the order in which they were put in it.
final class IdentityStoreLine: Sendable {
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

    /// Runs a provider's completion handler: never on the main queue, and never in the way of the next job.
    func reply(_ handler: @escaping @Sendable () -> Void) {
        replies.async(execute: handler)
    }
}
