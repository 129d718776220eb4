import Foundation

/// Which columns of a CSV file have which values of a login.
///
/// All other columns become concealed fields.
public struct CSVMapping: Hashable, Sendable {
    /// A value of a login that a column can have.
    public enum Value: String, Hashable, Sendable, CaseIterable {
        case title, username, password, url, notes, otp, email, folder, tags, favorite

        fileprivate var meaning: CSVTable.Meaning {
            switch self {
            case .title: .title
            case .username: .user(elseField: "Username")
            case .password: .password
            case .url: .addresses
            case .notes: .notes
            case .otp: .code
            case .email: .user(elseField: "Email")
            case .folder: .field("Folder")
            case .tags: .field("Tags")
            case .favorite: .favorite
            }
        }

        /// The names that programs write, best first, in lower case and without spaces and punctuation.
        fileprivate var usualNames: [String] {
            switch self {
            case .title:
                [
                    "title", "name", "nickname", "itemname", "entryname", "sitename", "websitename", "accountname",
                    "service", "account", "titel", "bezeichnung", "titre", "nom", "título", "titulo", "titolo", "nome",
                ]
            case .username:
                [
                    "username", "user", "login", "loginname", "loginusername", "userid", "loginid", "account",
                    "benutzername", "benutzer", "nomdutilisateur", "identifiant", "usuario", "nombredeusuario",
                    "nomeutente", "utente", "gebruikersnaam", "логин",
                ]
            case .password:
                [
                    "password", "pwd", "pass", "passwd", "loginpassword", "passwort", "kennwort", "motdepasse",
                    "contraseña", "senha", "wachtwoord", "hasło", "lösenord", "пароль",
                ]
            case .url:
                [
                    "url", "website", "web", "weburl", "websiteurl", "websiteaddress", "webaddress", "loginurl",
                    "loginuri", "uri", "site", "siteurl", "address", "link", "webseite", "siteweb", "sitioweb",
                    "sitoweb", "сайт",
                ]
            case .notes:
                [
                    "notes", "note", "comments", "comment", "memo", "extra", "additionalinfo", "description", "notizen",
                    "notiz", "kommentar", "remarques", "notas", "заметки",
                ]
            case .otp:
                [
                    "otpauth", "totp", "otp", "otpurl", "otpsecret", "totpsecret", "twofactorsecret", "logintotp",
                    "onetimepassword", "onetimecode", "2fa",
                ]
            case .email: ["email", "emailaddress", "mail", "emailadresse", "correo"]
            case .folder: ["folder", "foldername", "group", "grouping", "category", "ordner", "gruppe", "dossier"]
            case .tags: ["tags", "labels", "tag"]
            case .favorite: ["favorite", "favourite", "fav"]
            }
        }
    }

    /// A column that has a value: its name, or its number from one.
    public struct Column: Hashable, Sendable {
        public let value: Value
        public let name: String
    }

    /// Why a list of columns is invalid.
    public enum Mistake: Error, Hashable, Sendable {
        /// An element has no equals sign, or nothing before or after it.
        case notAPair(String)
        case unknownValues([String])
        case repeatedValue(Value)
    }

    public let columns: [Column]

    /// Parses a list such as `title=Name,username=Login`.
    public init(parsing text: String) throws(Mistake) {
        var columns: [Column] = []
        var unknown: [String] = []
        for element in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = element.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .notAPair(String(element)) }
            guard let value = Value(rawValue: parts[0].lowercased()) else {
                unknown.append(parts[0])
                continue
            }
            if columns.contains(where: { $0.value == value }) { throw .repeatedValue(value) }
            columns.append(Column(value: value, name: parts[1]))
        }
        guard unknown.isEmpty else { throw .unknownValues(unknown) }
        self.columns = columns
    }

    private static let account = "account"

    /// Guesses the columns from the names in the first row.
    ///
    /// Returns `nil` unless the names include a password and a title, user or address, and unless most of them are known:
    /// otherwise the row may be an entry. Names with punctuation or control characters are given by their number.
    init?(guessing names: [String]) {
        let keys = names.map { name in
            String(
                String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(\.properties.isAlphabeticOrNumeric)))
        }
        var columns: [Column] = []
        var used: Set<Int> = []
        // "account" is a title only beside a user name.
        let hasUserName = Value.username.usualNames.contains { $0 != Self.account && keys.contains($0) }
        for value in Value.allCases {
            let usualNames = value.usualNames.filter { value != .title || hasUserName || $0 != Self.account }
            let found = usualNames.lazy.compactMap { keys.firstIndex(of: $0) }.first { !used.contains($0) }
            guard let index = found else { continue }
            used.insert(index)
            columns.append(Column(value: value, name: names[index].isPlainName ? names[index] : String(index + 1)))
        }
        let values = Set(columns.map(\.value))
        guard values.contains(.password), !values.isDisjoint(with: [.title, .username, .email, .url]),
            columns.count * 2 > names.count,
            used.allSatisfy({ keys.firstIndex(of: keys[$0]) == keys.lastIndex(of: keys[$0]) })
        else { return nil }
        self.columns = columns
    }

    /// The columns as ``init(parsing:)`` reads them.
    public var description: String { columns.map { "\($0.value.rawValue)=\($0.name)" }.joined(separator: ",") }

    /// The table that reads a file with this first row.
    ///
    /// - Throws: ``ExchangeError/missingColumns(_:)``.
    func table(for names: [String]) throws(ExchangeError) -> CSVTable {
        var missing: [String] = []
        var known: [CSVTable.Column] = []
        // A user name becomes the user before an email address does, in whatever order the columns are named.
        for value in Value.allCases {
            guard let column = columns.first(where: { $0.value == value }) else { continue }
            let key = column.name.lowercased()
            if names.contains(where: { $0.lowercased() == key }) {
                known.append(.always(key, as: column.value.meaning))
            } else if let number = Int(column.name), names.indices.contains(number - 1) {
                known.append(.at(number - 1, as: column.value.meaning))
            } else {
                missing.append(column.name)
            }
        }
        guard missing.isEmpty else { throw .missingColumns(missing) }
        return CSVTable(identifier: MappedCSV.identifier, columns: known)
    }
}

extension String {
    /// Whether the name can be printed, and written in a list of columns.
    fileprivate var isPlainName: Bool {
        unicodeScalars.allSatisfy { $0.properties.isAlphabeticOrNumeric || " -_.".unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isAlphabeticOrNumeric: Bool { isAlphabetic || numericType != nil }
}
