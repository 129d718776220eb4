/// A buffer for the lines that git writes to a helper.
///
/// The input ends with an empty line or at the end of the file (git-credential(1), "INPUT/OUTPUT FORMAT"). So a caller
/// that keeps its pipe open gets an answer, too.
public struct GitCredentialInput: Sendable {
    /// The input up to its empty line, at most ``GitCredential/byteLimit`` + 1 bytes.
    public private(set) var bytes: [UInt8] = []
    /// Whether the empty line, or more than ``GitCredential/byteLimit``, was read.
    public private(set) var isComplete = false

    public init() {}

    /// Appends bytes; ignores those behind the end.
    public mutating func append(_ piece: [UInt8]) {
        for byte in piece where !isComplete {
            let endsLine = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
            bytes.append(byte)
            isComplete = (byte == UInt8(ascii: "\n") && endsLine) || bytes.count > GitCredential.byteLimit
        }
    }
}
