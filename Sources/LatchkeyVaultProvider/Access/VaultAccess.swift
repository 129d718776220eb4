import GRDB
package import LatchkeyCore
package import LatchkeySystem
package import LatchkeyVault
import Synchronization

/// The vault as the process can open it without asking the user.
package enum VaultState: Sendable {
    case missing
    case locked(LockedVault)
    case unlocked(UnlockedVault)
    /// The key opens the file, but it is not the latest one that Latchkey has seen; only the user may accept it.
    case replaced(UnlockedVault, ReplacedVault)
}

/// Opens, unlocks and locks the vault: its file, keychain, suggestions and key-derivation cost.
///
/// The methods block or derive keys, so they run off the main actor.
package struct VaultAccess: Sendable {
    /// `nil` if the process has no container.
    package let file: VaultFile?
    package let keychain: VaultKeychain
    package let anchors: VaultAnchors
    package let suggestions: IdentityFeed
    /// The cost of a new passphrase; `nil` for one that is calibrated to the machine.
    private let chosenCost: Argon2Cost?
    let clock: VaultClock

    package init(
        file: VaultFile?, keychain: VaultKeychain = .agent, anchors: VaultAnchors = .agent,
        suggestions: IdentityFeed = IdentityFeed(), cost: Argon2Cost? = nil, clock: VaultClock = .system
    ) {
        self.file = file
        self.keychain = keychain
        self.anchors = anchors
        self.suggestions = suggestions
        chosenCost = cost
        self.clock = clock
    }

    package var settings: VaultSettings { file?.settings ?? VaultSettings() }

    /// Opens the vault with the key in the keychain, if there is one.
    ///
    /// Removes a key that does not fit the vault, and returns the vault as locked. An unreachable agent counts as an
    /// empty keychain.
    ///
    /// - Parameter renewing: Whether this is a use of the vault, which restarts the auto-lock time.
    @concurrent
    package func state(renewing: Bool = true) async throws(VaultError) -> VaultState {
        // The agent answers while another thread opens the file.
        async let earlyAnchor = try? anchors.read()
        async let opened = Result { () throws(VaultError) in try open() }
        let storedKey = try? await keychain.read(renewing)
        guard let vault = try await opened.get() else { return .missing }
        guard let key = storedKey else { return .locked(vault) }
        do throws(VaultError) {
            let unlocked = try vault.unlock(vaultKey: key)
            // An anchor from before the file was opened may be too old to prove a difference.
            if let anchor = await earlyAnchor, try await replacement(of: unlocked, since: anchor) == nil {
                return .unlocked(unlocked)
            }
            if let replaced = try await replacement(of: unlocked) { return .replaced(unlocked, replaced) }
            return .unlocked(unlocked)
        } catch .wrongVaultKey {
            try? await keychain.remove()
            return .locked(vault)
        }
    }

    /// Unlocks with a passphrase.
    ///
    /// Derives a key, which takes up to a few seconds. The caller then checks ``replacement(of:)``.
    ///
    /// - Parameter storesKey: Whether to store the key, so that other processes find the vault unlocked.
    @concurrent
    package func unlock(
        _ vault: LockedVault, passphrase: Secret, storesKey: Bool = true
    ) async throws(VaultError) -> UnlockedVault {
        let unlocked = try vault.unlock(passphrase: passphrase)
        if storesKey { await storeKey(of: unlocked, verifying: true) }
        return unlocked
    }

    /// Unlocks with a recovery code.
    ///
    /// The caller then checks ``replacement(of:)``.
    @concurrent
    package func unlock(
        _ vault: LockedVault, recoveryCode: RecoveryCode, storesKey: Bool = true
    ) async throws(VaultError) -> UnlockedVault {
        let unlocked = try vault.unlock(recoveryCode: recoveryCode)
        if storesKey { await storeKey(of: unlocked, verifying: true) }
        return unlocked
    }

    /// Creates the vault and leaves it unlocked.
    ///
    /// - Parameter replacingLost: Whether to create a vault even if backups of a lost vault exist.
    /// - Throws: ``VaultError/alreadyExists`` if there is a vault, or a backup and `replacingLost` is `false`.
    @concurrent
    package func create(passphrase: Secret, replacingLost: Bool = false) async throws(VaultError) -> CreatedVault {
        guard let file else { throw .storage(.cannotOpen) }
        guard replacingLost || file.report.backups.isEmpty else { throw .alreadyExists }
        let created = try file.create(passphrase: passphrase, cost: newCost, clock: clock)
        await accept(created.vault)
        await storeKey(of: created.vault, verifying: true)
        return created
    }

    /// Changes the passphrase, after a backup that still opens with the old one.
    @concurrent
    package func changePassphrase(of vault: UnlockedVault, to passphrase: Secret) async throws(VaultError) {
        try await backUp(vault, for: .passphrase)
        try vault.changePassphrase(to: passphrase, cost: newCost)
    }

    /// Replaces the vault key, after a backup that still has the old one.
    ///
    /// Locks the vault first, which ends the provider's processes with the old key. Afterwards the vault is unlocked if
    /// it was before.
    @concurrent
    package func rekey(_ vault: UnlockedVault, passphrase: Secret) async throws(VaultError) -> CreatedVault {
        try await backUp(vault, for: .rekey)
        let timeLeft = try? await keychain.timeLeft()
        try? await keychain.remove()
        let rekeyed = try vault.rekey(passphrase: passphrase, cost: newCost) { anchor in
            // The new key may be durable before its anchor is. Without this note the user would then be asked.
            try? anchors.prepare(anchor)
        }
        await accept(rekeyed.vault)
        if timeLeft != nil { await storeKey(of: rekeyed.vault, verifying: true) }
        return rekeyed
    }

    /// The cost of a new passphrase; measures the machine, which takes about as long as a derivation.
    private var newCost: Argon2Cost { chosenCost ?? .calibrated() }

    /// Adds a proposal to a vault's inbox.
    ///
    /// On return, the proposal is on disk.
    ///
    /// - Parameter entry: The entry's identifier; replaces an entry with the same one. `nil` for a new identifier.
    /// - Throws: ``VaultError/changedUnderneath(_:)`` with `notComparable` if the anchor cannot be read, because
    ///   the proposal could then be sealed to another program's key.
    @concurrent
    package func deposit(
        _ proposal: InboxProposal, in vault: LockedVault, as entry: RecordIdentifier? = nil
    ) async throws(VaultError) {
        // Without an anchor the entry is not authenticated, so the user decides about it.
        let anchor: VaultAnchor?
        do { anchor = try await anchors.read() } catch { throw .changedUnderneath(.notComparable) }
        try vault.deposit(proposal, as: entry ?? RecordIdentifier(), anchoredBy: anchor)
    }

    /// Compares an unlocked vault with the anchor, and connects it to the anchor if it is the latest state or a later one.
    ///
    /// The first vault is trusted. An agent of an older version stores no anchor, and every vault is accepted. An anchor
    /// that cannot be read does not count as missing: the user decides, and ``accept(_:)`` replaces it.
    ///
    /// - Returns: How the file differs from the anchor. The caller must not use the vault before the user accepts it.
    @concurrent
    package func replacement(of vault: UnlockedVault) async throws(VaultError) -> ReplacedVault? {
        let stored: VaultAnchor?
        do { stored = try await anchors.read() } catch { return try vault.withoutComparison() }
        guard let stored else {
            await store(try vault.anchor(), of: vault, replacing: false)
            return nil
        }
        return try await replacement(of: vault, since: stored)
    }

    private func replacement(
        of vault: UnlockedVault, since stored: VaultAnchor
    ) async throws(VaultError) -> ReplacedVault? {
        let comparison = try vault.compare(with: stored)
        if let replaced = comparison.replaced { return replaced }
        connect(vault, stored.inboxAuthentication)
        let current = comparison.current
        if comparison.isPending {
            // A restore or a rekey was interrupted after it replaced the vault. One that has not replaced it yet goes on.
            await store(current, of: vault, replacing: true)
        } else if current.mark.revision > stored.mark.revision {
            anchors.note(current)
        }
        return nil
    }

    /// Makes the vault's current state the latest one, after the user accepted it, and after a restore.
    ///
    /// - Returns: `false` if it could not be stored; the next program asks again.
    @concurrent
    @discardableResult
    package func accept(_ vault: UnlockedVault) async -> Bool {
        guard let anchor = try? vault.anchor() else { return false }
        return await store(anchor, of: vault, replacing: true)
    }

    /// Whether the anchor is the vault's current state, so that the next program does not ask about the vault.
    @concurrent
    package func isAnchored(_ vault: UnlockedVault) async -> Bool {
        guard let stored = try? await anchors.read(), let current = try? vault.anchor() else { return false }
        return stored.mark == current.mark
    }

    @discardableResult
    private func store(_ anchor: VaultAnchor, of vault: UnlockedVault, replacing: Bool) async -> Bool {
        do {
            try await anchors.write(anchor, replacing)
            connect(vault, try await anchors.read()?.inboxAuthentication)
            return true
        } catch {
            return false
        }
    }

    private func connect(_ vault: UnlockedVault, _ inboxAuthentication: Secret?) {
        vault.follow(inboxAuthentication: inboxAuthentication, record: anchors.note)
    }

    /// Stores the key until the auto-lock time is over.
    ///
    /// - Parameter verifying: Whether the user has just typed the passphrase or the recovery code.
    /// - Returns: `false` if the key is not stored, because there is no agent or the provider is disabled. The vault is
    ///   then unlocked for this process only.
    @discardableResult
    package func storeKey(of vault: UnlockedVault, verifying: Bool = false) async -> Bool {
        let time = settings.autoLockTime
        do {
            // Before the key, and no longer than it: the agent reports the vault as unlocked while any item is stored.
            if verifying {
                try await keychain.noteVerification(
                    Secret(copying: vault.identifier.bytes), min(Self.verificationTime, time))
            } else if time < Self.verificationTime {
                // An earlier verification may outlive the key's new lifetime.
                try await keychain.forgetVerification()
            }
            try await keychain.write(vault.vaultKey, time)
            return try await keychain.timeLeft() != nil
        } catch {
            if verifying { try? await keychain.forgetVerification() }
            return false
        }
    }

    /// Seconds for which the user counts as verified after typing the passphrase, at most until the vault locks.
    package static let verificationTime = 300.0

    /// Whether the user typed this vault's passphrase within ``verificationTime``, and the vault was not locked since.
    ///
    /// Read from the agent's keychain for this provider and its app. `false` if the agent is unreachable.
    package func isUserVerified(for vault: UnlockedVault) async -> Bool {
        guard let noted = try? await keychain.verification() else { return false }
        return noted == Secret(copying: vault.identifier.bytes)
    }

    /// Removes the key and the user's verification from the keychain.
    package func lock() async throws {
        try await keychain.remove()
    }

    /// Opens the locked vault; `nil` if there is no vault.
    ///
    /// - Throws: ``VaultError``, also if the process has no container.
    package func open() throws(VaultError) -> LockedVault? {
        guard let file else { throw .storage(.cannotOpen) }
        let prepared = Self.prepared.withLock { $0.removeValue(forKey: file.path) }
        if let prepared, file.exists, try !prepared.hasMoved { return LockedVault(prepared, clock: clock) }
        return try file.open(clock: clock)
    }

    /// Opens the vault before the process receives its request; the next ``open()`` returns it.
    ///
    /// Unlocks with a random key. The attempt fails, but reads the file into memory and needs no secret.
    func prepare() {
        guard let file, let vault = try? open() else { return }
        _ = try? vault.unlock(vaultKey: .random(count: 32))
        Self.prepared.withLock { $0[file.path] = vault }
        try? Self.warmUp()
    }

    /// Reads a login from a vault in memory, so that the code of a fill is loaded before the request.
    static func warmUp() throws {
        let database = try DatabaseQueue(configuration: VaultDatabase.configuration())
        let cost = try Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        let created = try LockedVault.create(in: database, passphrase: .random(count: 32), cost: cost).vault
        let login = Login(title: "", user: "", password: .random(count: 32), sites: [])
        guard case .added(let overview) = try created.add(login) else { return }
        let vault = try LockedVault(database).unlock(vaultKey: created.vaultKey)
        _ = try vault.compare(with: created.anchor())
        _ = try vault.record(overview.id)
    }

    /// The vaults that ``prepare()`` opened, by their paths.
    private static let prepared = Mutex<[String: LockedVault]>([:])

    /// Runs the deferred work of an unlock: applies the sites' reports, and deletes expired logins from the bin.
    ///
    /// Ignores errors; the next unlock tries again.
    @concurrent
    package func runDeferredWork(in vault: UnlockedVault) async {
        var changes = (try? await vault.applyReports()) ?? []
        changes += (try? await deleteExpired(in: vault)) ?? []
        if !changes.isEmpty { _ = try? await suggestions.follow(changes, of: vault) }
    }

    /// Deletes the logins that have been in the bin for 30 days, after a backup that still has them.
    ///
    /// The 30 days end at the first of the latest three days with an unlock, so that one unlock with a wrong clock
    /// deletes nothing.
    private func deleteExpired(in vault: UnlockedVault) async throws -> [Change] {
        guard let date = try file?.noteUnlock(at: clock.now()).provenDate,
            try !vault.bin(after: UnlockedVault.binRetention, at: date).isEmpty
        else { return [] }
        try await backUp(vault, for: .bin)
        return try vault.emptyBin(after: UnlockedVault.binRetention, at: date)
    }

    /// The state of the vault's file, if it explains an error.
    ///
    /// - Parameter error: `nil` if there is no vault.
    /// - Returns: `nil` for an error with another cause.
    package func report(behind error: VaultError?) -> VaultFileReport? {
        guard let report = file?.report else { return nil }
        return switch error {
        case nil, .damaged?, .notAVault?: report
        case .storage(.cannotOpen)?, .storage(.readOnly)?, .storage(.inputOutput)?:
            report.isFault && report.condition != .plausible ? report : nil
        default: nil
        }
    }

    /// The state of the vault's file; includes whether there are suggestions, if nothing else shows that a vault
    /// existed.
    package func fullReport() async -> VaultFileReport? {
        guard var report = file?.report else { return nil }
        if report.isNew { report.hasSuggestions = await suggestions.hasAny() }
        return report
    }
}
