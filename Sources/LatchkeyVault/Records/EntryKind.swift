/// The kind of an entry in the vault.
///
/// Only logins are offered to pages, git and other programs. An entry whose kind a later version wrote keeps its
/// number.
public struct EntryKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An account with its credentials.
    ///
    /// An entry that stores no kind is a login.
    public static let login = EntryKind(rawValue: 1)
    /// A secure note: title, notes and fields.
    public static let note = EntryKind(rawValue: 2)
    /// A payment card: title, notes and fields, some of which are ``CardField``s.
    public static let card = EntryKind(rawValue: 3)

    /// The kind's word in lists and files; `nil` for a kind of a later version.
    public var word: String? {
        switch self {
        case .login: "login"
        case .note: "note"
        case .card: "card"
        default: nil
        }
    }

    /// The kind with this word; `nil` for an unknown word.
    public init?(word: String) {
        guard let kind = [EntryKind.login, .note, .card].first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
