import Foundation
import GRDB
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// What a home folder says about its vault.
struct HomeState {
    var tree: DiskTree
    /// Every value in the vault's tables; `nil` without a vault.
    var values: [DatabaseValue]?
    /// Whether the programs ask about a replaced file.
    var isReplaced = false
}

/// Opens the vaults of simulated disks.
final class VaultInspector {
    private struct Fault: Error {
        var text: String
    }

    /// The keys that the vaults had so far.
    private var keys: [Secret] = []
    private let folder: String

    private static let group =
        ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault"
    private static let vault = group + "/vault.sqlite"
    private static let anchors = ".local/state/latchkey/anchors.json"
    private static let passphrases = ["passphrase", "another"]

    init() {
        // In memory if possible: SQLite syncs when it rolls a journal back.
        let memory = "/dev/shm"
        let parent = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        folder = parent + "/latchkey-power-\(UUID().uuidString)"
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The state of a home folder after a command; learns the vault's key.
    func state(of tree: DiskTree) async throws -> HomeState {
        try write(tree)
        if let locked = try? file.open(), !keys.contains(where: { (try? locked.unlock(vaultKey: $0)) != nil }) {
            for name in Self.passphrases {
                let text = String(decoding: tree.files[name] ?? Data(), as: UTF8.self)
                let passphrase = Secret(text.trimmingCharacters(in: .newlines))
                if let vault = try? locked.unlock(passphrase: passphrase) { keys.append(vault.vaultKey) }
            }
        }
        let opened = try? await open()
        return HomeState(tree: tree, values: opened?.values, isReplaced: opened?.isReplaced ?? false)
    }

    /// What a power cut has damaged; `nil` if nothing.
    ///
    /// - Parameters:
    ///   - before: The state before the command that was interrupted; `nil` if it had ended.
    ///   - after: The state after the command.
    func fault(of tree: DiskTree, before: HomeState?, after: HomeState) async -> String? {
        do {
            try write(tree)
            let allowed = [before, after].compactMap { $0 }
            // A file that was not a vault before need not be one now.
            let isUntouched = before.map { $0.values == nil && $0.tree.files[Self.vault] == tree.files[Self.vault] }
            var (values, isReplaced): ([DatabaseValue]?, Bool) = (nil, false)
            if isUntouched != true { (values, isReplaced) = try await open() }
            guard allowed.contains(where: { $0.values == values }) else {
                throw Fault(text: values == nil ? "no vault" : "neither the old contents nor the new ones")
            }
            guard allowed.contains(where: { $0.isReplaced == isReplaced }) else {
                throw Fault(text: isReplaced ? "asks about a replaced file" : "the replaced file is accepted")
            }
            // What the vault's new contents rely on, such as a backup, is durable before them.
            let hasNewContents = before?.values != after.values && values == after.values
            for path in Self.documents(of: allowed.map(\.tree) + [tree]) {
                let states = hasNewContents ? [after] : allowed
                guard !states.contains(where: { $0.tree.files[path] == tree.files[path] }) else { continue }
                // A backup may be removed at any time after the vault has its new contents.
                let isKept = allowed.contains { $0.tree.files[path] == tree.files[path] } && tree.files[path] != nil
                if !isKept { throw Fault(text: "\(path) is \(tree.files[path] == nil ? "missing" : "damaged")") }
            }
            try checkAnchor(tree, allowed)
            return nil
        } catch let fault as Fault {
            return fault.text
        } catch {
            return "\(error)"
        }
    }

    private func write(_ tree: DiskTree) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try tree.write(to: folder)
    }

    private var file: VaultFile { VaultFile(folder: URL(filePath: folder + "/" + Self.group)) }

    /// Opens and checks the vault with one of the known keys.
    private func open() async throws -> (values: [DatabaseValue]?, isReplaced: Bool) {
        guard let locked = try file.open() else { return (nil, false) }
        var opened: UnlockedVault?
        for key in keys.reversed() where opened == nil {
            do {
                opened = try locked.unlock(vaultKey: key)
            } catch VaultError.wrongVaultKey {
                continue
            }
        }
        guard let opened else { throw Fault(text: "no key opens the vault") }
        try opened.verify()
        let access = try VaultAccess(file: file, anchors: .file(anchorFile, provider: Self.provider))
        let replaced = try await access.replacement(of: opened)
        return (try values(), replaced != nil)
    }

    private func values() throws -> [DatabaseValue] {
        let database = try DatabaseQueue(path: file.path, configuration: VaultDatabase.configuration(readOnly: true))
        return try database.read { db in
            try ["vault", "slots", "records", "history", "accounts", "inbox"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1").flatMap { Array($0.databaseValues) }
            }
        }
    }

    // MARK: Other files

    /// The backups and exported files.
    private static func documents(of trees: [DiskTree]) -> Set<String> {
        Set(trees.flatMap(\.files.keys)).filter { path in
            let name = path.split(separator: "/").last ?? ""
            return !name.hasPrefix(".") && !name.hasPrefix("vault.sqlite") && !name.hasSuffix(".lock")
                && path != anchors
        }
    }

    private static var provider: ProviderIdentifier {
        get throws { try ProviderIdentifier("org.latchkey.vault.provider") }
    }

    private var anchorFile: AnchorFile {
        get throws { AnchorFile(try Locations(environment: ["HOME": folder])) }
    }

    /// The anchor is there if it was, and the confirmed one is not lost.
    private func checkAnchor(_ tree: DiskTree, _ allowed: [HomeState]) throws {
        guard allowed.allSatisfy({ $0.tree.files[Self.anchors] != nil }) else { return }
        if allowed.count == 1 {
            guard tree.files[Self.anchors] == allowed.first?.tree.files[Self.anchors] else {
                throw Fault(text: "the confirmed anchor is lost")
            }
        } else {
            guard let bytes = tree.files[Self.anchors], (try? JSONSerialization.jsonObject(with: bytes)) != nil else {
                throw Fault(text: "the anchor is lost")
            }
        }
    }
}
