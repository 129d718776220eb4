import LatchkeyCore
import LatchkeyVault

/// The values of a login, note or card by the names that `show --field` takes.
struct FieldValues {
    private let values: [(name: String, value: Secret)]

    init(of login: Login) {
        let own: [(String, Secret?)] = [
            ("title", Secret(login.title)), ("user", login.user.isEmpty ? nil : Secret(login.user)),
            ("password", login.password), ("url", login.sites.first.map { Secret($0.text) }), ("notes", login.notes),
        ]
        let present = own.compactMap { name, value in value.map { (name: name, value: $0) } }
        values = present + login.fields.map { (name: $0.name, value: $0.value) }
    }

    /// The names of the values; the code has its own option.
    var names: [String] { values.map(\.name) }

    /// The first value of a name; upper and lower case count only if two names differ in nothing else.
    subscript(name: String) -> Secret? {
        let same = values.first { $0.name == name }
        return (same ?? values.first { $0.name.lowercased() == name.lowercased() })?.value
    }
}
