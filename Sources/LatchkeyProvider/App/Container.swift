public import Foundation
import LatchkeySystem

extension FileManager {
    /// The folder that this provider and its containing app share; it is created if it is missing.
    ///
    /// - Parameter groupIdentifier: An App Group's identifier: letters, digits, `.`, `-` and `_`, at most 155 bytes,
    ///   without a leading dot. Each group has its own folder.
    /// - Returns: `nil` for an invalid identifier, before the process is connected, or if the folder cannot be created.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard let container = ProcessLink.container, Self.isFolderName(groupIdentifier) else { return nil }
        let folder = URL(filePath: container, directoryHint: .isDirectory)
            .appending(path: "groups", directoryHint: .isDirectory)
            .appending(path: groupIdentifier, directoryHint: .isDirectory)
        do {
            try PrivateFolder.make(folder.path)
        } catch {
            return nil
        }
        var isFolder: ObjCBool = false
        return unsafe fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue ? folder : nil
    }

    private static func isFolderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 155 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            }
    }
}
