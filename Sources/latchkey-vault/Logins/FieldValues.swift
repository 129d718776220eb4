import LatchkeyCore
import LatchkeyVault

/// The values of a login, note or card by the names that `show --field` takes.
struct FieldValues {
    struct Value {
        let name: String
        let value: Secret
        /// Whether printing it is logged: a password, notes, and every custom field.
        let isLogged: Bool
    }

    private let values: [Value]

    init(of login: Login) {
        let own: [(String, Secret?, Bool)] = [
            ("title", Secret(login.title), false), ("user", login.user.isEmpty ? nil : Secret(login.user), false),
            ("password", login.password, true), ("url", login.sites.first.map { Secret($0.address) }, false),
            ("notes", login.notes, true),
        ]
        let present = own.compactMap { name, value, isLogged in
            value.map { Value(name: name, value: $0, isLogged: isLogged) }
        }
        values = present + login.fields.map { Value(name: $0.name, value: $0.value, isLogged: true) }
    }

    /// The names of the values; the code has its own option.
    var names: [String] { values.map(\.name) }

    /// The first value of a name; upper and lower case count only if two names differ in nothing else.
    subscript(name: String) -> Value? {
        let same = values.first { $0.name == name }
        return same ?? values.first { $0.name.lowercased() == name.lowercased() }
    }
}
