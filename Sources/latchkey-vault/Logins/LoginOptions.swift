import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// What a login is made of, as options; what is not given stays as it is.
///
/// Every process of the user can read arguments, so that nothing secret is among them: it is asked for, or comes from a
/// descriptor.
struct LoginOptions: ParsableArguments {
    @Option(help: "The login's title.")
    var title: String?

    @Option(help: "The user name.")
    var user: String?

    @Option(name: .customLong("site"), help: "A site, such as https://example.com; repeat it for several.")
    var sites: [String] = []

    @Flag(help: "Asks for a note; an empty one removes it.")
    var note = false

    @Option(help: "Reads the note from this descriptor, to its end.")
    var noteFd: Int32?

    @Option(
        name: .customLong("field"),
        help: "A field of your own that is no secret, NAME=VALUE; NAME= removes it. Repeat it for several.")
    var fields: [String] = []

    @Option(
        name: .customLong("concealed-field"),
        help: "Asks for a secret field of your own, NAME; an empty one is removed. Repeat it for several.")
    var concealedFields: [String] = []

    @Option(
        name: .customLong("field-fd"),
        help: "Reads a secret field from a descriptor, to its end, NAME=FD. Repeat it for several.")
    var fieldDescriptors: [String] = []

    @Option(help: "Reads the password from this descriptor, to its end; an empty one is none.")
    var passwordFd: Int32?

    @Flag(help: "Asks for a one-time code's secret, an otpauth address or what a site shows; an empty one removes it.")
    var code = false

    @Option(help: "Reads the one-time code's secret from this descriptor, to its end.")
    var codeFd: Int32?

    @Option(help: "Reads the one-time code's secret from an image of its QR code.", completion: .file())
    var qr: String?

    @Flag(name: .customLong("favorite"), inversion: .prefixedNo, help: "Marks the login as a favorite.")
    var isFavorite: Bool?

    @Flag(name: .customLong("ask-every-time"), inversion: .prefixedNo, help: "Has every use of the login confirmed.")
    var asksEveryTime: Bool?

    /// Nothing is given.
    var isEmpty: Bool { qr == nil && code == false && codeFd == nil && isEmptyButForCode }

    /// Nothing but a code is given.
    var isEmptyButForCode: Bool {
        title == nil && user == nil && sites.isEmpty && !note && noteFd == nil && fields.isEmpty
            && concealedFields.isEmpty && fieldDescriptors.isEmpty && passwordFd == nil && isFavorite == nil
            && asksEveryTime == nil
    }

    func validate() throws {
        if note, noteFd != nil { throw ValidationError("--note and --note-fd exclude each other") }
        if [code, codeFd != nil, qr != nil].count(where: \.self) > 1 {
            throw ValidationError("--code, --code-fd and --qr exclude each other")
        }
        if concealedFields.contains("") { throw ValidationError("--concealed-field takes the field's name") }
    }

    /// Reads sites and fields before anybody is asked for anything.
    ///
    /// - Parameter passphrase: What is read beside, from a descriptor of its own.
    func checked(beside passphrase: PassphraseOptions) throws -> LoginChange {
        let sites = try self.sites.map { text in
            guard let site = Site(text) else { throw Sentences.invalidSite(text) }
            if site.origin == nil { VaultProgram.console.note(Sentences.noPage(text)) }
            return site
        }
        let fields = try self.fields.map { text in
            guard let (name, value) = Self.parts(of: text) else { throw Sentences.invalidField(text) }
            return LoginChange.Field(name: name, source: .value(value))
        }
        let described = try fieldDescriptors.map { text in
            guard let (name, value) = Self.parts(of: text), let number = Int32(value), number >= 0 else {
                throw Sentences.invalidFieldDescriptor(text)
            }
            return LoginChange.Field(name: name, source: .descriptor(number))
        }
        var seen: Set<Int32> = []
        let others = [passwordFd, noteFd, codeFd, passphrase.passphraseFd].compactMap(\.self)
        for number in described.compactMap(\.descriptor) + others where !seen.insert(number).inserted {
            throw Sentences.descriptorGivenTwice(number)
        }
        let asked = concealedFields.map { LoginChange.Field(name: $0, source: .prompt) }
        return LoginChange(options: self, sites: sites, fields: fields + described + asked)
    }

    private static func parts(of text: String) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
