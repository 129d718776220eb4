/// A file of another program that Latchkey recognizes and cannot read, because the program has to export it first.
public enum UnreadableFile: Hashable, Sendable, CaseIterable {
    /// A database of KeePass 2 or KeePassXC.
    case kdbx
    /// A database of KeePass 1.
    case kdb
    case encryptedAegis
    case encryptedTwoFAS
    case encryptedProtonAuthenticator
    case encryptedEnte

    /// Recognizes the database of KeePass by the start of the file; `nil` for other files.
    init?(binaryHead head: ArraySlice<UInt8>) {
        guard head.starts(with: [0x03, 0xD9, 0xA2, 0x9A]) else { return nil }
        switch head.dropFirst(4).prefix(4) {
        case [0x67, 0xFB, 0x4B, 0xB5], [0x66, 0xFB, 0x4B, 0xB5]: self = .kdbx
        case [0x65, 0xFB, 0x4B, 0xB5]: self = .kdb
        default: return nil
        }
    }

    /// Recognizes encrypted JSON that has no format of its own by the start of the text; `nil` for other files.
    init?(textHead head: ArraySlice<UInt8>) {
        guard let head = JSONHead(head) else { return nil }
        if head.has("kdfParams", "encryptedData") {
            self = .encryptedEnte
        } else if head.has("version", "salt", "content") {
            self = .encryptedProtonAuthenticator
        } else {
            return nil
        }
    }
}
