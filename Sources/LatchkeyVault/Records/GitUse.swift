/// What git did with a login.
///
/// The vault needs it so that git and a browser can share a login, and neither deletes the other's password. Passwords are
/// stored as keyed digests only; a password that is changed back is recognized.
package struct GitUse: Sendable, Hashable {
    /// The largest number of rejections.
    ///
    /// The oldest are dropped.
    package static let limit = 32

    /// A password that a server rejected when git used it.
    package struct Rejection: Sendable, Hashable {
        /// The URL that git named: scheme, host and port, and the path if git distinguishes paths.
        package let url: String
        package let password: PasswordDigest
    }

    /// The password that git stored, unless the login was used for anything else since.
    package var stored: PasswordDigest?
    /// The password that git stored and the user then filled, copied or viewed; `nil` if a page sent it since.
    package private(set) var token: PasswordDigest?
    /// Oldest first.
    package private(set) var rejections: [Rejection] = []

    package init() {}

    /// Whether git stored the password and no page sent it, so that it is suggested to git only.
    func isOnlyForGit(_ password: PasswordDigest?) -> Bool {
        password != nil && (stored == password || token == password)
    }

    /// Notes that the user filled, copied or viewed the password, so that git no longer removes it.
    package mutating func noteUseByUser() {
        token = stored ?? token
        stored = nil
    }

    /// Notes that a page sent the password, so that it is the website's, too.
    package mutating func noteSubmission() {
        stored = nil
        token = nil
    }

    /// Reserves a password for git, as an exported file says; git does not remove it, because the user imported it.
    package mutating func reserve(_ password: PasswordDigest?) {
        stored = nil
        token = password
    }

    /// Notes that a server rejected a password.
    package mutating func reject(_ password: PasswordDigest, at url: String) {
        accept(password) { $0 == url }
        rejections.append(Rejection(url: url, password: password))
        if rejections.count > Self.limit { rejections.removeFirst(rejections.count - Self.limit) }
    }

    /// Replaces every digest; drops those without a replacement.
    func replacingDigests(with new: [PasswordDigest: PasswordDigest]) -> GitUse {
        var use = GitUse()
        use.stored = stored.flatMap { new[$0] }
        use.token = token.flatMap { new[$0] }
        use.rejections = rejections.compactMap { rejection in
            new[rejection.password].map { Rejection(url: rejection.url, password: $0) }
        }
        return use
    }

    /// Whether any server rejected the password.
    func isRejected(_ password: PasswordDigest?) -> Bool { rejections.contains { $0.password == password } }

    /// Deletes the rejections of a password at matching URLs, because a server there accepted it.
    package mutating func accept(_ password: PasswordDigest, where matches: (String) -> Bool) {
        rejections.removeAll { $0.password == password && matches($0.url) }
    }
}

extension VaultTransaction {
    /// Deletes all rejections of a login's password, so that git receives it again.
    ///
    /// - Returns: The change; `nil` if there was no rejection.
    package func approveForGit(_ id: RecordIdentifier) throws(VaultError) -> Change? {
        guard let digest = try record(id).overview.passwordDigest else { return nil }
        return try edit(id) { $0.gitUse.accept(digest) { _ in true } }
    }
}

extension GitUse {
    private enum Tag {
        static let stored: UInt8 = 11
        static let rejection: UInt8 = 12
        // 13 belongs to `Login`.
        static let token: UInt8 = 14
    }

    static func isTag(_ tag: UInt8) -> Bool { [Tag.stored, Tag.rejection, Tag.token].contains(tag) }

    func write(to writer: inout FieldWriter) {
        if let stored { writer.write(Tag.stored, stored.bytes) }
        for rejection in rejections {
            writer.writeNested(Tag.rejection) { nested in
                nested.write(1, rejection.url)
                nested.write(2, rejection.password.bytes)
            }
        }
        if let token { writer.write(Tag.token, token.bytes) }
    }

    mutating func take(_ field: FieldReader.Field) throws(MalformedFields) {
        if field.tag != Tag.rejection {
            guard let digest = PasswordDigest(bytes: field.bytes) else { throw MalformedFields() }
            return field.tag == Tag.stored ? try stored.setOnce(digest) : try token.setOnce(digest)
        }
        var url: String?
        var password: PasswordDigest?
        var reader = FieldReader(nested: field.bytes)
        while let field = try reader.next() {
            switch field.tag {
            case 1: try url.setOnce(field.text())
            case 2:
                guard let digest = PasswordDigest(bytes: field.bytes) else { throw MalformedFields() }
                try password.setOnce(digest)
            default: throw MalformedFields()
            }
        }
        guard let url, let password else { throw MalformedFields() }
        rejections.append(Rejection(url: url, password: password))
    }
}
