import Glibc

/// An entry of a folder that is read with `readdir(3)`.
enum DirectoryEntry {
    /// - Returns: `nil` for a name that is not UTF-8.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        // By its address: an entry of the stream's buffer is as long as its name, and shorter than the structure.
        guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
        let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        return unsafe String(validatingCString: start)
    }
}
