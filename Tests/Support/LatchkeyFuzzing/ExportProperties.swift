import LatchkeyExchange

enum ExportProperties {
    /// Reading a file succeeds or throws ``ExchangeError``; an encrypted file needs its password.
    static func check(_ bytes: [UInt8]) {
        var source = ByteSource(bytes)
        do {
            let format = try ImportFormats.recognize(&source)
            var last = 0
            try format.read(&source) { row in
                precondition(row.line >= last, "the rows are not in the order of their lines")
                last = row.line
            }
            precondition(!(format is any PasswordProtectedFormat), "an encrypted file was read without a password")
        } catch {
            precondition(error is ExchangeError, "reading throws an unexpected error: \(error)")
        }
    }
}
