/// What git writes to a helper, piece by piece as it arrives.
///
/// git ends it with an empty line or by closing the pipe, whichever comes first (git-credential(1), "INPUT/OUTPUT
/// FORMAT"): a caller that goes on holding the pipe open is answered all the same.
public struct GitCredentialInput: Sendable {
    /// What has arrived, up to the empty line; one byte more than a credential may have says that it is too long.
    public private(set) var bytes: [UInt8] = []
    /// Whether all of it is there.
    public private(set) var isComplete = false

    public init() {}

    /// Takes a piece; what comes after the end is left out.
    public mutating func take(_ piece: some Collection<UInt8>) {
        for byte in piece where !isComplete {
            let endsLine = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
            bytes.append(byte)
            isComplete = (byte == UInt8(ascii: "\n") && endsLine) || bytes.count > GitCredential.byteLimit
        }
    }
}
