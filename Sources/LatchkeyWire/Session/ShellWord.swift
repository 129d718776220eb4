/// Quoting for shells, in generated scripts and in commands that a user copies.
package enum ShellWord {
    /// Quotes a text so that a POSIX shell takes it literally (XCU §2.2.2).
    package static func quoting(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// A path as a word: quoted if it has special characters, and never taken for an option.
    package static func path(_ path: String) -> String {
        let path = path.hasPrefix("-") ? "./\(path)" : path
        let isPlain = path.utf8.allSatisfy { byte in
            let letter = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/._-+,@%".utf8.contains(byte)
        }
        return isPlain && !path.isEmpty ? path : quoting(path)
    }

    /// The command that renames a file to `PATH.old`.
    package static func movingAside(_ path: String) -> String {
        "mv \(quoting(path)) \(quoting(path + ".old"))"
    }

    /// A quoted extended regular expression for command lines that begin with a path (XBD §9.4.3).
    ///
    /// A full stop is not escaped: it matches itself, too.
    package static func pattern(beginning path: String) -> String {
        var pattern = "^"
        for scalar in path.unicodeScalars {
            if #"\[](){}*+?|^$"#.unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return quoting(pattern)
    }
}
