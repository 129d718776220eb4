import CLinux
import Glibc
package import LatchkeyWire

/// The state of the vault's file, as far as it shows without the vault's keys.
///
/// It reads only the file system and the file's first 100 bytes: no database is opened, nothing is written.
package struct VaultFileReport: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
        case missing
        case empty
        /// The path is not a regular file.
        case notAFile
        /// The file or its folder cannot be opened; with the error number.
        case unreadable(Int32)
        case unwritable(Int32)
        /// The folder is not writable, so SQLite cannot create a journal.
        case unwritableFolder(Int32)
        /// Not a SQLite database, or another program's.
        case notAVault
        case truncated(size: Int64, expected: Int64)
        /// The file looks intact.
        case plausible
    }

    package let path: String
    package let condition: Condition
    /// The names of the intact copies in the folder `backups`, newest first.
    package let backups: [String]
    /// Whether the agent has suggestions of the provider, which only a vault can have written.
    package var hasSuggestions = false

    /// Inspects the vault in a container's group folder.
    package init(folder: String) {
        path = folder + "/vault.sqlite"
        condition = Self.condition(of: path, in: folder)
        let copies = folder + "/backups"
        backups = FileSystem.names(in: copies).filter { $0.hasPrefix("vault-") && $0.hasSuffix(".sqlite") }.sorted(
            by: >
        )
        .filter { Self.isCopy(copies + "/" + $0) }
    }

    /// Inspects the vault of our own provider.
    package init(locations: Locations, provider: ProviderIdentifier) {
        self.init(folder: locations.container(of: provider) + "/groups/org.latchkey.vault")
    }

    /// Whether no vault was created here yet, as far as it shows.
    package var isNew: Bool {
        (condition == .missing || condition == .empty) && backups.isEmpty && !hasSuggestions
    }

    /// Whether the user has to repair something.
    package var isFault: Bool { condition != .plausible && !isNew }

    /// Whether the content is lost, so that a backup must be restored.
    package var isLost: Bool {
        switch condition {
        case .missing, .empty, .notAFile, .notAVault, .truncated: !isNew
        case .unreadable, .unwritable, .unwritableFolder, .plausible: false
        }
    }
}

// MARK: Inspecting

extension VaultFileReport {
    /// "LKVT", the application ID in the header of the SQLite file.
    private static let applicationID: UInt32 = 0x4C4B_5654
    private static let headerSize = 100

    private static func condition(of path: String, in folder: String) -> Condition {
        // Twice: during a write, the header is ahead of the file for a moment.
        let found = inspect(path)
        let condition = if case .truncated = found { inspect(path) } else { found }
        guard condition == .plausible || condition == .missing || condition == .empty else { return condition }
        if condition == .plausible, unsafe access(path, W_OK) != 0 { return .unwritable(errno) }
        if unsafe access(folder, W_OK | X_OK) != 0, errno != ENOENT { return .unwritableFolder(errno) }
        return condition
    }

    private static func inspect(_ path: String) -> Condition {
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
        // The page count is valid only if the same change wrote both numbers.
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

    private static func isCopy(_ path: String) -> Bool { inspect(path) == .plausible }
}

// MARK: Messages

extension VaultFileReport {
    /// A message for the user, in lower case and without a full stop.
    ///
    /// For a plausible file it says that the vault is damaged: callers use it after their own checks failed.
    package var sentence: String {
        if isNew { return condition == .empty ? "there is no vault yet; its file is empty" : "there is no vault yet" }
        return problem + (isLost || condition == .plausible ? copies : "")
    }

    private var problem: String {
        switch condition {
        case .missing: "the vault's file is missing: \(path)"
        case .empty: "the vault's file is empty: \(path)"
        case .notAFile: "the vault's path is not a regular file: \(path)"
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
        case 0: "; there are no backups"
        case 1: "; there is one backup, \(backups[0])" + origin
        default: "; there are \(backups.count) backups, the newest is \(backups[0])" + origin
        }
    }

    /// A restore backs up the vault that it replaces, and the user may have wanted to replace exactly that vault.
    private var origin: String {
        backups.first?.contains("-restore") == true ? ", the vault that the last restore replaced" : ""
    }

    /// The command that repairs it.
    package var hint: String {
        if isNew { return "run \"latchkey-vault create\"" }
        return switch condition {
        case .unreadable(let number): opening(number)
        case .unwritable(let number): permission(number, "chmod 600 \(ShellWord.path(path))", path)
        case .unwritableFolder(let number): permission(number, "chmod 700 \(ShellWord.path(folder))", folder)
        // Without quotation marks if possible: doctor replaces the home folder with ~.
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
        // stat fails if the folder may not be searched.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return permission(number, "chmod 700 \(ShellWord.path(folder))", folder)
        }
        return permission(number, "chmod 600 \(ShellWord.path(path))", path)
    }

    /// The command for a file of this user; for other files, the command that shows the owner.
    private func permission(_ number: Int32, _ command: String, _ path: String) -> String {
        var status = stat()
        guard number == EACCES, unsafe stat(path, &status) == 0, status.st_uid == geteuid() else {
            return "run \"ls -ld \(ShellWord.path(path))\" to see its owner and permissions"
        }
        return "run \"\(command)\""
    }

    private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
