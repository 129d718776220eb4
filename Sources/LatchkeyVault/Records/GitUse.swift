/// What a vault remembers of git's doings with a login, so that a login can serve git and a browser, and neither takes it
/// from the other.
///
/// Passwords are here as keyed digests alone; one that is changed back is known again.
package struct GitUse: Sendable, Hashable {
    /// How many refusals are kept; the oldest go first.
    package static let limit = 32

    /// A password that a server refused when git came with it.
    package struct Refusal: Sendable, Hashable {
        /// The address that git named: scheme, host and port, and the path where git tells paths apart.
        package let place: String
        package let password: PasswordDigest
    }

    /// The password that git itself stored, while nobody else has used the login.
    package var stored: PasswordDigest?
    /// In the order in which they came.
    package private(set) var refusals: [Refusal] = []

    package init() {}

    package mutating func refuse(_ password: PasswordDigest, at place: String) {
        accept(password) { $0 == place }
        refusals.append(Refusal(place: place, password: password))
        if refusals.count > Self.limit { refusals.removeFirst(refusals.count - Self.limit) }
    }

    /// Whether a password was refused anywhere.
    func isRejected(_ password: PasswordDigest?) -> Bool { refusals.contains { $0.password == password } }

    /// Forgets that a password was refused at some places: it is good there now.
    package mutating func accept(_ password: PasswordDigest, where isMeant: (String) -> Bool) {
        refusals.removeAll { $0.password == password && isMeant($0.place) }
    }
}

extension VaultTransaction {
    /// Gives git a login's password again, wherever it was refused.
    ///
    /// - Returns: What changed; nothing where it was refused nowhere.
    package func approveForGit(_ id: RecordIdentifier) throws(VaultError) -> Change? {
        guard let digest = try record(id).overview.passwordDigest else { return nil }
        return try edit(id) { $0.gitUse.accept(digest) { _ in true } }
    }
}

extension GitUse {
    private enum Tag {
        static let stored: UInt8 = 11
        static let refusal: UInt8 = 12
    }

    static func isTag(_ tag: UInt8) -> Bool { tag == Tag.stored || tag == Tag.refusal }

    func write(to writer: inout FieldWriter) {
        if let stored { writer.write(Tag.stored, stored.bytes) }
        for refusal in refusals {
            writer.writeNested(Tag.refusal) { nested in
                nested.write(1, refusal.place)
                nested.write(2, refusal.password.bytes)
            }
        }
    }

    mutating func take(_ field: FieldReader.Field) throws(MalformedFields) {
        if field.tag == Tag.stored {
            guard let digest = PasswordDigest(bytes: field.bytes) else { throw MalformedFields() }
            return try stored.setOnce(digest)
        }
        var place: String?
        var password: PasswordDigest?
        var reader = FieldReader(nested: field.bytes)
        while let field = try reader.next() {
            switch field.tag {
            case 1: try place.setOnce(field.text())
            case 2:
                guard let digest = PasswordDigest(bytes: field.bytes) else { throw MalformedFields() }
                try password.setOnce(digest)
            default: throw MalformedFields()
            }
        }
        guard let place, let password else { throw MalformedFields() }
        refusals.append(Refusal(place: place, password: password))
    }
}
