import Glibc
package import LatchkeyWire

/// What the vault's file looks like from outside, and what a person can do about it.
///
/// Nothing is opened as a database, nothing is written, and no secret is read: only the file's first 100 bytes and what
/// the file system says. What the vault's own checks find beyond that is not known here.
package struct VaultFileReport: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
        case missing
        case empty
        /// Something else than a regular file is in its place.
        case notAFile
        /// The file or its folder cannot be opened, by the error number.
        case unreadable(Int32)
        case unwritable(Int32)
        /// The file cannot be changed without a journal beside it.
        case unwritableFolder(Int32)
        /// No SQLite database, or another program's.
        case notAVault
        case truncated(size: Int64, expected: Int64)
        /// Nothing is wrong as far as it is seen from outside.
        case plausible
    }

    package let path: String
    package let condition: Condition
    /// The names of the copies in the folder `backups` that look whole, newest first.
    package let backups: [String]
    /// The agent still has suggestions of the provider, which an older vault has written.
    package var hasSuggestions = false

    /// Looks at the vault of a container's group folder.
    package init(folder: String) {
        path = folder + "/vault.sqlite"
        condition = Self.condition(of: path, in: folder)
        let copies = folder + "/backups"
        backups = Self.names(in: copies).filter { $0.hasPrefix("vault-") && $0.hasSuffix(".sqlite") }.sorted(by: >)
            .filter { Self.isCopy(copies + "/" + $0) }
    }

    /// The vault of our own provider.
    package init(locations: Locations, provider: ProviderIdentifier) {
        self.init(folder: locations.container(of: provider) + "/groups/org.latchkey.vault")
    }

    /// No vault was made here yet, as far as anything shows.
    package var isNew: Bool {
        (condition == .missing || condition == .empty) && backups.isEmpty && !hasSuggestions
    }

    /// Something is wrong that a person has to do something about.
    package var isFault: Bool { condition != .plausible && !isNew }

    /// The vault's content is gone from its place, so that a backup would bring it back.
    package var isLost: Bool {
        switch condition {
        case .missing, .empty, .notAFile, .notAVault, .truncated: !isNew
        case .unreadable, .unwritable, .unwritableFolder, .plausible: false
        }
    }
}

// MARK: Looking

extension VaultFileReport {
    /// "LKVT", the application's number in the header of its SQLite file.
    private static let applicationID: UInt32 = 0x4C4B_5654
    private static let headerSize = 100

    private static func condition(of path: String, in folder: String) -> Condition {
        // Twice: a program that writes lets the header run ahead of the file for a moment.
        let found = look(at: path)
        let condition = if case .truncated = found { look(at: path) } else { found }
        guard condition == .plausible || condition == .missing || condition == .empty else { return condition }
        if condition == .plausible, unsafe access(path, W_OK) != 0 { return .unwritable(errno) }
        if unsafe access(folder, W_OK | X_OK) != 0, errno != ENOENT { return .unwritableFolder(errno) }
        return condition
    }

    private static func look(at path: String) -> Condition {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return errno == ENOENT ? .missing : .unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
        guard status.st_size > 0 else { return .empty }
        let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return .unreadable(errno) }
        let file = OwnedDescriptor(number)
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = unsafe header.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { return .unreadable(errno) }
        // https://www.sqlite.org/fileformat.html §1.3
        guard count == headerSize, header.starts(with: Array("SQLite format 3\0".utf8)),
            number32(header, 68) == applicationID
        else { return .notAVault }
        let pageSize = Int64(header[16]) << 8 | Int64(header[17])
        let expected = (pageSize == 1 ? 65_536 : pageSize) * Int64(number32(header, 28))
        // The number of pages counts only where the same change has written both.
        let isCounted = number32(header, 24) == number32(header, 92)
        guard isCounted, status.st_size < expected, !hasJournal(path) else { return .plausible }
        return .truncated(size: Int64(status.st_size), expected: expected)
    }

    private static func number32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func hasJournal(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path + "-journal", &status) == 0 && status.st_size > 0
    }

    private static func isCopy(_ path: String) -> Bool { look(at: path) == .plausible }

    private static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            if let name = unsafe DirectoryEntry.name(of: entry) { names.append(name) }
        }
        return names
    }
}

// MARK: Saying

extension VaultFileReport {
    /// What is wrong, for a person, in lower case and without a full stop.
    ///
    /// It says of a plausible file that it is damaged, for callers whose own checks have found so.
    package var sentence: String {
        if isNew { return condition == .empty ? "there is no vault yet; its file is empty" : "there is no vault yet" }
        return problem + (isLost || condition == .plausible ? copies : "")
    }

    private var problem: String {
        switch condition {
        case .missing: "the vault's file is missing: \(path)"
        case .empty: "the vault's file is empty: \(path)"
        case .notAFile: "there is a folder or a special file in the place of the vault's file: \(path)"
        case .unreadable(let number): "the vault's file cannot be opened: \(SystemError.text(of: number)): \(path)"
        case .unwritable(let number): "the vault's file cannot be written: \(SystemError.text(of: number)): \(path)"
        case .unwritableFolder(let number):
            "the vault's folder cannot be written: \(SystemError.text(of: number)): \(folder)"
        case .notAVault: "the vault's file is damaged; it is not a vault: \(path)"
        case .truncated(let size, let expected):
            "the vault's file is damaged; it has \(size) of \(expected) bytes: \(path)"
        case .plausible: "the vault is damaged: \(path)"
        }
    }

    private var copies: String {
        switch backups.count {
        case 0: "; there are no backups beside it"
        case 1: "; there is one backup beside it, \(backups[0])"
        default: "; there are \(backups.count) backups beside it, the newest is \(backups[0])"
        }
    }

    /// The command that helps.
    package var hint: String {
        if isNew { return "run \"latchkey-vault create\"" }
        return switch condition {
        case .unreadable(let number): opening(number)
        case .unwritable(let number): permission(number, "chmod 600 \(ShellWord.path(path))", path)
        case .unwritableFolder(let number): permission(number, "chmod 700 \(ShellWord.path(folder))", folder)
        // Not in quotation marks where that can be helped: doctor writes ~ for the home folder.
        case .notAFile: "run \"mv \(ShellWord.path(path)) \(ShellWord.path(path + ".old")) && \(restoring)\""
        case .missing, .empty:
            "run \"\(restoring)\"\(others), or \"latchkey-vault create --replace-lost\" for a new, empty vault"
        case .notAVault, .truncated, .plausible: "run \"\(restoring)\"\(others)"
        }
    }

    private var restoring: String { "latchkey-vault restore-backup \(backups.first ?? "FILE")" }

    private var others: String {
        switch backups.count {
        case 0: " with a backup of your own"
        case 1: ""
        default: "; \"latchkey-vault backup --list\" shows the others"
        }
    }

    private func opening(_ number: Int32) -> String {
        guard number == EACCES else {
            return "run \"ls -ld \(ShellWord.path(folder)) \(ShellWord.path(path))\" to see why"
        }
        // Without the right to search the folder nothing can be said about the file.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return permission(number, "chmod 700 \(ShellWord.path(folder))", folder)
        }
        return permission(number, "chmod 600 \(ShellWord.path(path))", path)
    }

    /// The command where the file is the person's own, and whose it is otherwise.
    private func permission(_ number: Int32, _ command: String, _ path: String) -> String {
        var status = stat()
        guard number == EACCES, unsafe stat(path, &status) == 0, status.st_uid == geteuid() else {
            return "run \"ls -ld \(ShellWord.path(path))\" to see whose it is and what it allows"
        }
        return "run \"\(command)\""
    }

    private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
