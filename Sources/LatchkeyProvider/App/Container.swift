public import Foundation

extension FileManager {
    /// The folder that this provider and its containing app share, made when it is not there yet.
    ///
    /// - Parameter groupIdentifier: An App Group's identifier; each has its own folder. Letters, digits, dots, hyphens.
    /// - Returns: Nothing for an identifier that is no folder's name, and before the process has connected.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard let container = ProcessLink.container, Self.isFolderName(groupIdentifier) else { return nil }
        let folder = URL(filePath: container, directoryHint: .isDirectory)
            .appending(path: "groups", directoryHint: .isDirectory)
            .appending(path: groupIdentifier, directoryHint: .isDirectory)
        do {
            try createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            return nil
        }
        return folder
    }

    private static func isFolderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 155 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            }
    }
}
