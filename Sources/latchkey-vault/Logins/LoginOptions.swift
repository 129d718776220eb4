import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// The options for the parts of a login; omitted parts keep their value.
///
/// Every process of the user can read arguments, so secrets are asked for or read from descriptors.
struct LoginOptions: ParsableArguments {
    @Option(help: "The login's title.")
    var title: String?

    @Option(help: "The user name.")
    var user: String?

    @Option(
        name: .customLong("site"),
        help: "A site, such as https://example.com or exact+https://example.com/login. Repeatable.")
    var sites: [String] = []

    @Flag(help: "Asks for a note, which can have several lines; a single empty line removes the note.")
    var note = false

    @Option(help: "Reads the note from this file descriptor, until end of file.")
    var noteFd: Int32?

    @Option(
        name: .customLong("field"),
        help: "A custom field that is not secret, as NAME=VALUE; NAME= removes it. Repeatable.")
    var fields: [String] = []

    @Option(
        name: .customLong("concealed-field"),
        help: "Asks for the value of the secret custom field NAME; an empty value removes it. Repeatable.")
    var concealedFields: [String] = []

    @Option(
        name: .customLong("field-fd"),
        help: "Reads a secret custom field from a file descriptor, as NAME=FD, until end of file. Repeatable.")
    var fieldDescriptors: [String] = []

    @Option(help: "Reads the password from this file descriptor, until end of file; an empty one removes it.")
    var passwordFd: Int32?

    @Flag(help: "Asks for the one-time code's secret, an otpauth:// URL or Base32 key; an empty one removes it.")
    var code = false

    @Option(help: "Reads the one-time code's secret from this file descriptor, until end of file.")
    var codeFd: Int32?

    @Option(help: "Reads the one-time code's secret from an image of its QR code.", completion: .file())
    var qr: String?

    @Flag(name: .customLong("favorite"), inversion: .prefixedNo, help: "Marks the login as a favorite.")
    var isFavorite: Bool?

    @Flag(
        name: .customLong("ask-every-time"), inversion: .prefixedNo,
        help: "Asks for confirmation each time the login is used.")
    var asksEveryTime: Bool?

    /// Whether no option is given.
    var isEmpty: Bool { qr == nil && code == false && codeFd == nil && isEmptyButForCode }

    /// Whether no option other than a code is given.
    var isEmptyButForCode: Bool {
        title == nil && user == nil && sites.isEmpty && !note && noteFd == nil && fields.isEmpty
            && concealedFields.isEmpty && fieldDescriptors.isEmpty && passwordFd == nil && isFavorite == nil
            && asksEveryTime == nil
    }

    func validate() throws {
        if note, noteFd != nil { throw ValidationError("--note and --note-fd cannot be combined") }
        if [code, codeFd != nil, qr != nil].count(where: \.self) > 1 {
            throw ValidationError("--code, --code-fd and --qr cannot be combined")
        }
        if concealedFields.contains("") { throw ValidationError("--concealed-field needs the field's name") }
    }

    /// Parses sites and fields before the user is asked for anything.
    ///
    /// - Parameter passphrase: The options of the passphrase, which may use a descriptor, too.
    func checked(with passphrase: PassphraseOptions) throws -> LoginChange {
        let sites = try SiteOptions.parse(self.sites)
        let fields = try self.fields.map { text in
            guard let (name, value) = Self.parts(of: text) else { throw Messages.invalidField(text) }
            guard name.lowercased() == Login.excludedAddressField.lowercased() else {
                return LoginChange.Field(name: name, source: .value(value))
            }
            if !value.isEmpty { try SiteOptions.checkExcluded(value) }
            return LoginChange.Field(name: Login.excludedAddressField, source: .value(value))
        }
        let described = try fieldDescriptors.map { text in
            guard let (name, value) = Self.parts(of: text), let number = Int32(value), number >= 0 else {
                throw Messages.invalidFieldDescriptor(text)
            }
            return LoginChange.Field(name: name, source: .descriptor(number))
        }
        var seen: Set<Int32> = []
        let others = [passwordFd, noteFd, codeFd, passphrase.passphraseFd].compactMap(\.self)
        for number in described.compactMap(\.descriptor) + others where !seen.insert(number).inserted {
            throw Messages.descriptorGivenTwice(number)
        }
        let asked = concealedFields.map { LoginChange.Field(name: $0, source: .prompt) }
        return LoginChange(options: self, sites: sites, fields: fields + described + asked)
    }

    private static func parts(of text: String) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
