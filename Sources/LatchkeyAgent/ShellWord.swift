/// Words for a shell, in commands that a person copies.
enum ShellWord {
    /// Quotes a text so that a shell of POSIX takes it as it is (XCU §2.2.2).
    static func quoting(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Quotes an extended regular expression for command lines that begin with a path (XBD §9.4.3).
    ///
    /// A full stop stays as it is: it stands for itself, too, and paths are full of them.
    static func pattern(beginning path: String) -> String {
        var pattern = "^"
        for scalar in path.unicodeScalars {
            if #"\[](){}*+?|^$"#.unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return quoting(pattern)
    }
}
