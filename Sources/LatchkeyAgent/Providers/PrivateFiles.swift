package import Foundation

/// The file system functions for the agent's settings and tokens, which only the user can read.
///
/// The program provides the closures, whose comments say what they must do.
package struct PrivateFiles: Sendable {
    /// Reads the whole file; `nil` if it does not exist.
    ///
    /// It does not follow a link, and throws for a file that is longer than the limit.
    package var read: @Sendable (_ path: String, _ limit: Int) throws -> Data?
    /// Replaces a file or link atomically by a file of mode 0600.
    package var write: @Sendable (_ path: String, _ data: Data) throws -> Void
    /// Creates a folder of mode 0700 and its missing parents.
    package var makeFolder: @Sendable (_ path: String) throws -> Void
    /// Removes a file or a link, if it exists.
    package var remove: @Sendable (_ path: String) throws -> Void
    /// Removes an empty folder; throws for another one.
    package var removeFolder: @Sendable (_ path: String) throws -> Void
    package var rename: @Sendable (_ path: String, _ newPath: String) throws -> Void
    /// The names in a folder; empty if it does not exist.
    package var names: @Sendable (_ folder: String) -> [String]

    package init(
        read: @escaping @Sendable (String, Int) throws -> Data?,
        write: @escaping @Sendable (String, Data) throws -> Void,
        makeFolder: @escaping @Sendable (String) throws -> Void, remove: @escaping @Sendable (String) throws -> Void,
        removeFolder: @escaping @Sendable (String) throws -> Void,
        rename: @escaping @Sendable (String, String) throws -> Void, names: @escaping @Sendable (String) -> [String]
    ) {
        self.read = read
        self.write = write
        self.makeFolder = makeFolder
        self.remove = remove
        self.removeFolder = removeFolder
        self.rename = rename
        self.names = names
    }
}
