import LatchkeyExchange

enum ExportProperties {
    /// Whatever a file is, it is read or refused; only a password opens what is encrypted, and no other error comes out.
    static func check(_ bytes: [UInt8]) {
        var source = ByteSource(bytes)
        do {
            let format = try ImportFormats.recognize(&source)
            var last = 0
            try format.read(&source) { row in
                precondition(row.line >= last, "the rows run backwards")
                last = row.line
            }
            precondition(!(format is any PasswordProtectedFormat), "what is encrypted is read without a password")
        } catch {
            precondition(error is ExchangeError, "reading fails with a foreign error: \(error)")
        }
    }
}
