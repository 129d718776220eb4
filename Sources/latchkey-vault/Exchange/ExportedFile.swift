import Foundation
import LatchkeyTerminal
import LatchkeyWire

/// The file that another program exported: every password in the clear, for as long as it is there.
struct ExportedFile {
    /// As it was given; `-` for stdin.
    let path: String

    private var attributes: [FileAttributeKey: Any]? {
        if path == "-" { return nil }
        return try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    }

    /// How many bytes it has, as far as that is known.
    var size: Int? { (attributes?[.size] as? NSNumber)?.intValue }

    func open() throws -> FileHandle {
        if path == "-" { return .standardInput }
        do {
            return try FileHandle(forReadingFrom: URL(filePath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw Sentences.noFile(path)
        } catch {
            throw Sentences.cannotRead(path)
        }
    }

    /// Says that it is there still, whether its permissions let others read it, and how it goes.
    ///
    /// - Parameter isNeeded: Whether it is still to be imported.
    func noteWhatIsLeft(isNeeded: Bool) {
        if path == "-" { return }
        let console = VaultProgram.console
        if let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o044 != 0 {
            console.note("\(path) can be read by other users of this computer")
            console.hint("run \"chmod 600 \(ShellWord.path(path))\"")
        }
        if isNeeded { return }
        console.note("\(path) still holds every password in the clear")
        console.hint("once nothing in it is missing here, run \"rm \(ShellWord.path(path))\"")
    }
}
