import ArgumentParser
import LatchkeyCommandLine
import LatchkeySecret
import LatchkeyVault

/// What a login is made of, as options; what is not given stays as it is.
struct LoginOptions: ParsableArguments {
    @Option(help: "The login's title.")
    var title: String?

    @Option(help: "The user name.")
    var user: String?

    @Option(name: .customLong("site"), help: "A site, such as https://example.com; repeat it for several.")
    var sites: [String] = []

    @Option(help: "A note.")
    var note: String?

    @Option(
        name: .customLong("field"), help: "A field of your own, NAME=VALUE; NAME= removes it. Repeat it for several.")
    var fields: [String] = []

    @Option(help: "Reads the password from this descriptor, to its end.")
    var passwordFd: Int32?

    @Flag(name: .customLong("favorite"), inversion: .prefixedNo, help: "Marks the login as a favorite.")
    var isFavorite: Bool?

    @Flag(name: .customLong("ask-every-time"), inversion: .prefixedNo, help: "Has every use of the login confirmed.")
    var asksEveryTime: Bool?

    /// Reads sites and fields before anybody is asked for anything.
    func checked() throws -> Checked {
        let sites = try self.sites.map { text in
            guard let site = Site(text) else { throw Sentences.invalidSite(text) }
            return site
        }
        let fields = try self.fields.map { text -> (String, String) in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw Sentences.invalidField(text)
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
        return Checked(options: self, sites: sites, fields: fields)
    }

    struct Checked {
        let options: LoginOptions
        let sites: [Site]
        let fields: [(name: String, value: String)]

        /// Writes what was given over a login.
        func apply(to login: inout Login) {
            if let title = options.title { login.title = title }
            if let user = options.user { login.user = user }
            if !sites.isEmpty { login.sites = sites }
            if let note = options.note { login.notes = note.isEmpty ? nil : Secret(note) }
            if let isFavorite = options.isFavorite { login.isFavorite = isFavorite }
            if let asksEveryTime = options.asksEveryTime { login.asksEveryTime = asksEveryTime }
            for field in fields { login.set(field.name, to: field.value) }
        }
    }
}

extension Login {
    /// Sets a field of the person's own, adds it, or removes it for an empty value.
    fileprivate mutating func set(_ name: String, to value: String) {
        let index = fields.firstIndex { $0.name == name }
        if value.isEmpty {
            if let index { fields.remove(at: index) }
        } else if let index {
            fields[index].value = Secret(value)
        } else {
            fields.append(CustomField(name: name, value: Secret(value), isConcealed: false))
        }
    }
}
