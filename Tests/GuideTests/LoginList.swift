import AuthenticationServices
import LatchkeyProvider

struct Login {
    var id: String
    var user: String
}

/// An identifier from your data is checked: it has 1 to 256 bytes and no control characters.
func listSheet(of logins: [Login]) throws -> Sheet {
    let rows = try logins.map { Sheet.Row(try ItemIdentifier($0.id), title: $0.user) }
    return Sheet(title: "Logins", elements: [Sheet.Element("logins", .list(Sheet.List(rows)))])
}

/// Keeps the vault's key for ten minutes after its last use, for the processes that come next.
func keep(_ key: Data) async throws {
    try await Keychain.shared?.set(Secret(copying: key), for: "key", lifetime: 600, renewsWhenRead: true)
}

/// The vault's key; `nil` when the vault is locked.
func keptKey() async throws -> Data? {
    try await Keychain.shared?.value(for: "key")?.revealData()
}
