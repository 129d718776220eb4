import AuthenticationServices
import GRDB
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Synchronization

@testable import LatchkeyVaultProvider

/// A vault in a temporary folder with a keychain in memory; deletes the folder when it is deinitialized.
final class TestVault: Sendable {
    static let passphrase = "correct horse battery staple"
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    let folder: URL
    let keychain = MemoryKeychain()
    let anchors = MemoryAnchors()
    let store = InMemoryIdentityStore()
    private let time = Moment(TestVault.now)
    let access: VaultAccess

    /// Creates the folder without a vault.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-provider-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        access = VaultAccess(
            file: VaultFile(folder: folder), keychain: keychain.keychain, anchors: anchors.anchors,
            suggestions: IdentityFeed { [store] in ASCredentialIdentityStore(host: store) },
            // The lowest cost allowed, so that tests are fast.
            cost: try Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1),
            clock: VaultClock { [time] in time.value.withLock { $0 } })
    }

    /// Sets the vault's clock.
    func set(_ now: Date) { time.value.withLock { $0 = now } }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates the vault with some logins, and leaves it unlocked or locked.
    @discardableResult
    func fill(_ logins: [Login] = [], locked: Bool = false) async throws -> [RecordIdentifier] {
        let vault = try await access.create(passphrase: Secret(Self.passphrase)).vault
        let identifiers = try vault.transaction { transaction in try logins.map { try transaction.add($0).id } }
        if locked { try await access.lock() }
        return identifiers
    }

    /// Unlocks the vault independently of the tested code.
    func open() throws -> UnlockedVault {
        guard let locked = try access.open() else { throw VaultError.notAVault }
        let vault = try locked.unlock(passphrase: Secret(Self.passphrase))
        anchors.follow(vault)
        return vault
    }
}

/// The agent's anchor in memory.
final class MemoryAnchors: Sendable {
    private let stored = Mutex<VaultAnchor?>(nil)
    private let isStopped = Mutex(false)
    private let isDamaged = Mutex(false)

    struct Damaged: Error {}

    var anchors: VaultAnchors {
        VaultAnchors(
            read: { [self] in
                if isDamaged.withLock({ $0 }) { throw Damaged() }
                return anchor
            },
            write: { [self] in try write($0, replacing: $1) },
            prepare: { [self] prepared in
                stored.withLock {
                    $0?.pending = prepared.mark
                    $0?.pendingInboxKey = prepared.inboxKey
                }
            },
            note: { [self] in try? write($0, replacing: false) })
    }

    var anchor: VaultAnchor? { stored.withLock { $0 } }

    /// Loses the anchor, as a new machine or a removed state folder does.
    func forget() { stored.withLock { $0 = nil } }

    /// Makes the anchor unreadable until it is replaced.
    func damage() { isDamaged.withLock { $0 = true } }

    /// Ignores changes from now on, as if the process were killed after each write of the vault.
    func stop(_ stops: Bool = true) { isStopped.withLock { $0 = stops } }

    /// Connects a vault without comparing it.
    func follow(_ vault: UnlockedVault) {
        vault.follow(inboxAuthentication: anchor?.inboxAuthentication, record: anchors.note)
    }

    private func write(_ anchor: VaultAnchor, replacing: Bool) throws {
        if isStopped.withLock({ $0 }) { return }
        if isDamaged.withLock({ $0 }) {
            guard replacing else { throw Damaged() }
            forget()
            isDamaged.withLock { $0 = false }
        }
        stored.withLock { stored in
            let isSame = stored?.mark.vault == anchor.mark.vault
            if let stored, !replacing, !isSame || stored.mark.revision >= anchor.mark.revision { return }
            let key = isSame ? stored?.inboxAuthentication : nil
            stored = VaultAnchor(
                mark: anchor.mark, inboxKey: anchor.inboxKey, date: anchor.date,
                inboxAuthentication: key ?? .random(count: 32))
        }
    }
}

private final class Moment: Sendable {
    let value: Mutex<Date>
    init(_ date: Date) { value = Mutex(date) }
}

/// The vault's keychain in memory.
final class MemoryKeychain: Sendable {
    private let item = Mutex<(key: Secret, lifetime: Double)?>(nil)
    private let uses = Mutex(0)
    private let steps = Mutex<[String]>([])
    /// The verified vault, and the seconds until the verification expires.
    private let verification = Mutex<(vault: Secret, secondsLeft: Double)?>(nil)

    var keychain: VaultKeychain {
        VaultKeychain(
            read: { [self] renewing in
                if renewing { uses.withLock { $0 += 1 } }
                return item.withLock { $0?.key }
            },
            write: { [self] key, lifetime in
                steps.withLock { $0.append("key") }
                // Lets other tasks run, as a call to the agent does.
                for _ in 0..<100 { await Task.yield() }
                item.withLock { $0 = (key, lifetime) }
            },
            remove: { [self] in
                item.withLock { $0 = nil }
                verification.withLock { $0 = nil }
            },
            timeLeft: { [self] in item.withLock { $0?.lifetime } },
            noteVerification: { [self] vault, seconds in
                steps.withLock { $0.append("note") }
                verification.withLock { $0 = (vault, seconds) }
            },
            forgetVerification: { [self] in verification.withLock { $0 = nil } },
            verification: { [self] in verification.withLock { $0?.vault } })
    }

    /// Advances the time of the verification.
    func pass(seconds: Double) {
        verification.withLock { noted in
            noted?.secondsLeft -= seconds
            if let left = noted?.secondsLeft, left <= 0 { noted = nil }
        }
    }

    /// Whether any item is still stored after some seconds without a use of the vault.
    func holdsAnything(after seconds: Double) -> Bool {
        [item.withLock { $0?.lifetime }, verification.withLock { $0?.secondsLeft }].contains { $0 ?? 0 > seconds }
    }

    /// The written items, in order.
    var written: [String] { steps.withLock { $0 } }
    var isEmpty: Bool { item.withLock { $0 == nil } }
    var lifetime: Double? { item.withLock { $0?.lifetime } }
    /// How often the key was read and its lifetime restarted.
    var useCount: Int { uses.withLock { $0 } }
    func put(_ key: Secret) { item.withLock { $0 = (key, 60) } }
}

extension Login {
    static func test(
        _ site: String, user: String = "alice", password: String = "hunter2", title: String? = nil,
        asksEveryTime: Bool = false
    ) -> Login {
        Login(
            title: title ?? site, user: user, password: Secret(password), sites: [Site(site)].compactMap { $0 },
            asksEveryTime: asksEveryTime)
    }
}

extension TestVault {
    /// Fills the inbox to its limit with unreadable entries.
    func fillInbox() throws {
        try DatabaseQueue(path: VaultFile(folder: folder).path).write { db in
            for _ in 0..<Inbox.limit {
                try db.execute(sql: "INSERT INTO inbox (identifier, sealed) VALUES (randomblob(16), x'00')")
            }
        }
    }

    /// Flips a bit in the encrypted details of a record, or of every record.
    func damageDetails(of record: RecordIdentifier? = nil) throws {
        try DatabaseQueue(path: VaultFile(folder: folder).path).write { db in
            for row in try Row.fetchAll(db, sql: "SELECT identifier, details FROM records") {
                let name: Data = row[0]
                if let record, Data(record.bytes) != name { continue }
                var details: Data = row[1]
                details[details.endIndex - 1] ^= 1
                try db.execute(sql: "UPDATE records SET details = ? WHERE identifier = ?", arguments: [details, name])
            }
        }
    }
}
