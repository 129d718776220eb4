import Foundation
import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyCore
import LatchkeySystem

/// The folder of the password manager `pass`, whose files gpg decrypts one after the other.
struct PassFolder {
    /// The maximum number of files; more than a user's folder has.
    private static let entryLimit = 100_000
    private static let depthLimit = 32

    let path: String

    /// Returns `nil` if the path is not a folder.
    init?(_ path: String) {
        let kind = try? FileManager.default.attributesOfItem(atPath: "\(path)/.")[.type] as? FileAttributeType
        guard kind == .typeDirectory else { return nil }
        self.path = path
    }

    /// Decrypts every file; gpg's agent asks for the key's passphrase once.
    ///
    /// - Throws: ``CommandError`` if gpg is missing or the folder has no files.
    func decrypted() async throws -> PassStore {
        if isOnePasswordVault { throw ExchangeError.unreadable(.onePasswordVault) }
        guard isStore else { throw Messages.noStore(path) }
        let files = try files()
        guard !files.isEmpty else { throw Messages.noEntries(path) }
        guard let gpg = GnuPG.find(in: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") else {
            throw Messages.noGnuPG()
        }
        let meter = ProgressMeter("decrypting", isTerminal: Prompt.terminal != nil)
        defer { meter.finish() }
        var entries: [PassStore.Entry] = []
        for file in files {
            meter.update(done: entries.count, of: files.count, unit: "files")
            entries.append(
                PassStore.Entry(path: file.name, text: await decrypt(file, gpg), modified: file.modified))
        }
        return PassStore(entries)
    }

    /// Whether the folder or one above it names the keys of a store, as each store of pass does.
    private var isStore: Bool {
        var folder = URL(filePath: path, directoryHint: .isDirectory).absoluteURL.resolvingSymlinksInPath()
        for _ in 0..<Self.depthLimit {
            let keys = folder.appending(path: ".gpg-id").path
            if FileManager.default.fileExists(atPath: keys) { return true }
            if folder.path == "/" { return false }
            folder.deleteLastPathComponent()
        }
        return false
    }

    /// Whether the folder is a vault of 1Password: an OPVault, or the older Agile Keychain.
    private var isOnePasswordVault: Bool {
        ["default/profile.js", "profile.js", "data/default/encryptionKeys.js"].contains {
            FileManager.default.fileExists(atPath: "\(path)/\($0)")
        }
    }

    private func decrypt(_ file: PassFile, _ gpg: GnuPG) async -> Result<Secret, RefusalReason> {
        if file.isLink { return .failure(.symbolicLink) }
        do {
            return .success(try await gpg.decrypt("\(path)/\(file.name).gpg"))
        } catch {
            return .failure(.notDecrypted)
        }
    }

    /// The files below the folder, sorted; it does not follow links or enter hidden folders.
    private func files() throws -> [PassFile] {
        // Only the folder itself may be a link: the user named it.
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath().path
        guard let walk = FileManager.default.enumerator(atPath: root) else { throw Messages.cannotRead(path) }
        var found: [PassFile] = []
        while let item = walk.nextObject() as? String, found.count < Self.entryLimit {
            let attributes = walk.fileAttributes
            let kind = attributes?[.type] as? FileAttributeType
            let parts = item.split(separator: "/")
            if parts.last?.hasPrefix(".") ?? true || parts.count > Self.depthLimit {
                if kind == .typeDirectory { walk.skipDescendants() }
            } else if item.hasSuffix(".gpg"), kind == .typeRegular || kind == .typeSymbolicLink {
                found.append(
                    PassFile(
                        name: String(item.dropLast(4)), isLink: kind == .typeSymbolicLink,
                        modified: attributes?[.modificationDate] as? Date))
            } else if kind == .typeSymbolicLink {
                found.append(PassFile(name: item, isLink: true, modified: nil))
            }
        }
        return found.sorted { ($0.name, $0.isLink ? 1 : 0) < ($1.name, $1.isLink ? 1 : 0) }
    }
}

/// A file of `pass`, by its path in the folder, without the extension.
private struct PassFile {
    let name: String
    let isLink: Bool
    let modified: Date?
}
