package import Foundation

/// Files that belong to the user alone, as the agent keeps its settings and tokens.
///
/// The program hands in the file system; what each closure promises is written beside it.
package struct PrivateFiles: Sendable {
    /// The whole file; nothing where there is none.
    ///
    /// Does not follow a link, reads no more than the limit, and fails for a file that is longer.
    package var read: @Sendable (_ path: String, _ limit: Int) throws -> Data?
    /// Puts a file of mode 0600 in the place of what was there, wholly or not at all, a link included.
    package var write: @Sendable (_ path: String, _ data: Data) throws -> Void
    /// Makes a folder of mode 0700 and those above it where they are missing.
    package var makeFolder: @Sendable (_ path: String) throws -> Void
    /// Removes a file or a link; one that is missing is fine.
    package var remove: @Sendable (_ path: String) throws -> Void
    /// Removes a folder that is empty; fails for one that is not.
    package var removeFolder: @Sendable (_ path: String) throws -> Void
    package var rename: @Sendable (_ path: String, _ newPath: String) throws -> Void
    /// The names in a folder; none for one that is missing.
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
