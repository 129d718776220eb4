import Foundation
import LatchkeyWire
import Synchronization

@testable import LatchkeyAgent

/// A folder that is deleted when the test ends.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "latchkey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func mode(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// Collects values from callbacks on any thread.
final class Collected<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func append(_ value: Value) {
        list.withLock { $0.append(value) }
    }
}

extension ProviderIdentifier {
    static var first: ProviderIdentifier { get throws { try ProviderIdentifier("com.example.first") } }
    static var second: ProviderIdentifier { get throws { try ProviderIdentifier("com.example.second") } }
}

extension CredentialIdentity {
    static func password(_ user: String, at domain: String, record: String? = nil, rank: Int = 0) -> Self {
        CredentialIdentity(
            kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: domain), user: user,
            recordIdentifier: record, rank: rank)
    }

    static func code(_ label: String, at domain: String) -> Self {
        CredentialIdentity(
            kind: .code, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: domain), user: label)
    }

    static func passkey(_ user: String, at relyingParty: String, credentialID: [UInt8]) -> Self {
        CredentialIdentity(
            kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: relyingParty), user: user,
            credentialID: credentialID, userHandle: [7])
    }
}

extension IdentityStore {
    static func open(
        _ folder: TemporaryFolder, inMemoryOnly: Bool = false, machine: String = "this",
        enabled: [ProviderIdentifier]? = nil, maximumPageCount: Int? = nil,
        losses: Collected<IdentityStoreLoss> = Collected()
    ) throws -> IdentityStore {
        try IdentityStore(
            folder: folder.url, inMemoryOnly: inMemoryOnly, machine: machine, enabled: enabled ?? [.first, .second],
            maximumPageCount: maximumPageCount, now: { Date(timeIntervalSince1970: 1_800_000_000) },
            onLoss: { losses.append($0) })
    }

    /// A whole change in one call.
    func change(
        _ operation: StoreOperation, _ identities: [CredentialIdentity], of provider: ProviderIdentifier
    ) async throws {
        let change = try await begin(operation, for: provider)
        try await add(identities, to: change, of: provider)
        try await commit(change, of: provider)
    }

    func all(of provider: ProviderIdentifier) async throws -> Set<CredentialIdentity> {
        var found: Set<CredentialIdentity> = []
        var page = try await identities(of: provider)
        while true {
            found.formUnion(page.identities)
            guard let next = page.next else { return found }
            page = try await identities(of: provider, after: next)
        }
    }

    func users(at host: String, kinds: Set<CredentialKind> = []) throws -> Set<String> {
        let site = host.split(separator: ".").suffix(2).joined(separator: ".")
        return Set(try lookUp(IdentityQuery(site: site, hosts: [host], kinds: kinds)).identities.map(\.identity.user))
    }
}
