import Foundation
import LatchkeyCommandLine
import LatchkeyExchange
import LatchkeySecret
import LatchkeySystem

/// The folder of `pass`, and how its files are decrypted: by gpg, one after the other.
struct PassFolder {
    /// More files than anybody has by hand.
    private static let entryLimit = 100_000
    private static let depthLimit = 32

    let path: String

    /// Nil for what is no folder.
    init?(_ path: String) {
        let kind = try? FileManager.default.attributesOfItem(atPath: "\(path)/.")[.type] as? FileAttributeType
        guard kind == .typeDirectory else { return nil }
        self.path = path
    }

    /// Decrypts every file; gpg's own agent asks for the key's passphrase, once.
    ///
    /// - Throws: `CommandError` where there is no gpg, or no file.
    func decrypted() async throws -> PassStore {
        let files = try files()
        guard !files.isEmpty else { throw Sentences.noEntries(path) }
        guard let gpg = GnuPG.find(in: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") else {
            throw Sentences.noGnuPG()
        }
        let meter = ProgressMeter("decrypting", isTerminal: Prompt.terminal != nil)
        defer { meter.finish() }
        var entries: [PassStore.Entry] = []
        for file in files {
            meter.update(done: entries.count, of: files.count, unit: "files")
            entries.append(PassStore.Entry(path: file, text: await decrypt(file, gpg)))
        }
        return PassStore(entries)
    }

    private func decrypt(_ file: String, _ gpg: GnuPG) async -> Result<Secret, RefusalReason> {
        do {
            return .success(try await gpg.decrypt("\(path)/\(file).gpg"))
        } catch {
            return .failure(.notDecrypted)
        }
    }

    /// The files below the folder without their ending, in order; neither links nor what begins with a dot is followed.
    private func files() throws -> [String] {
        let root = URL(filePath: path, directoryHint: .isDirectory)
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey]
        guard
            let walk = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
        else { throw Sentences.cannotRead(path) }
        var found: [String] = []
        let prefix = root.resolvingSymlinksInPath().path
        while let item = walk.nextObject() as? URL, found.count < Self.entryLimit {
            if walk.level > Self.depthLimit { walk.skipDescendants() }
            let values = try? item.resourceValues(forKeys: keys)
            guard item.pathExtension == "gpg", values?.isRegularFile == true, values?.isSymbolicLink != true else {
                continue
            }
            let name = item.deletingPathExtension().resolvingSymlinksInPath().path
            guard name.hasPrefix(prefix) else { continue }
            found.append(String(name.dropFirst(prefix.count).drop { $0 == "/" }))
        }
        return found.sorted()
    }
}
