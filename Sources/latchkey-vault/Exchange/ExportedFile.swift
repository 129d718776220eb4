import Foundation
import LatchkeyTerminal
import LatchkeyWire

/// The file that another program exported; it contains unencrypted passwords.
struct ExportedFile {
    /// The command's argument; `-` for stdin.
    let path: String

    private var attributes: [FileAttributeKey: Any]? {
        if path == "-" { return nil }
        return try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    }

    /// The size in bytes; `nil` if it is not known.
    var size: Int? { (attributes?[.size] as? NSNumber)?.intValue }

    func open() throws -> FileHandle {
        if path == "-" { return .standardInput }
        do {
            return try FileHandle(forReadingFrom: URL(filePath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw Messages.noFile(path)
        } catch {
            throw Messages.cannotRead(path)
        }
    }

    /// Warns if other users can read the file, and tells how to delete it unless it is still needed.
    ///
    /// - Parameters:
    ///   - isNeeded: Whether the file is still to be imported.
    ///   - isComplete: Whether the vault has everything that the file has.
    func warnAboutPlaintext(isNeeded: Bool, isComplete: Bool) {
        if path == "-" { return }
        let console = VaultProgram.console
        if let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o044 != 0 {
            console.note("\(path) can be read by other users of this computer")
            console.hint("run \"chmod 600 \(ShellWord.path(path))\"")
        }
        if isNeeded { return }
        console.note("\(path) still contains all passwords unencrypted")
        guard isComplete else {
            return console.hint(
                "not everything was imported; store the rest elsewhere before you run \"rm \(ShellWord.path(path))\"")
        }
        console.hint("check that everything was imported, then run \"rm \(ShellWord.path(path))\"")
    }
}
