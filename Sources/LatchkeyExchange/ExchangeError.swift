/// Why a file as a whole cannot be imported; nothing was written then.
public enum ExchangeError: Error, Hashable, Sendable {
    /// The file begins like none of the formats that are known.
    case unknownFormat
    /// The file is empty.
    case noHeader
    /// The first row lacks columns, has others, or has one twice. What it has is not repeated here: it may be a login.
    case wrongHeader(missing: [String], unknownCount: Int, repeated: [String])
    /// A quote is opened in this line and never closed, so that the rest of the file cannot be told apart.
    case unterminatedQuote(line: Int)
}
