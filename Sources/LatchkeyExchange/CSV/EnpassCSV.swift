import LatchkeyCore
import LatchkeyVault

/// The CSV of Enpass: each row has a title, any number of label and value pairs, and the note.
///
/// The user chooses a label, or Enpass names it in the user's language; a leading asterisk marks a hidden value. The
/// first label of each kind is the user, the password and the code; all other labels become fields. An entry with a
/// title and a note only is a note, and one with the labels of a card is a card. Other entries without a label of a
/// login are refused.
public struct EnpassCSV: ImportFormat {
    public init() {}

    public var identifier: String { "enpass-csv" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        var source = ByteSource(Array(head))
        var first: Recognition?
        do {
            try CSVRows.read(&source) { row in
                let recognition = Recognition(row, isFirst: first == nil)
                first = first ?? recognition
                if recognition != .undecided { throw Recognized(isEnpass: recognition == .enpass) }
            }
        } catch let decided as Recognized {
            return decided.isEnpass
        } catch {
            // The head ends inside a quoted field, and no earlier row was decisive.
        }
        return false
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        var isFirst = true
        try CSVRows.read(&source) { row in
            let isHeader = isFirst && Self.isHeader(row)
            isFirst = false
            if !isHeader { try body(Self.read(row)) }
        }
        if isFirst { throw ExchangeError.noHeader }
    }

    /// Whether a row has column names: `Title` and the name of a label.
    private static func isHeader(_ row: borrowing CSVParser.Row) -> Bool {
        guard row.count >= 2 else { return false }
        let names = (0..<2).map { String(decoding: row[$0].prefix(16), as: UTF8.self).lowercased() }
        return names[0] == "title" && ["field", "*field", "label", "note", "notes"].contains(names[1])
    }

    private static func read(_ row: borrowing CSVParser.Row) -> ImportedRow {
        func refused(_ reason: RefusalReason) -> ImportedRow { ImportedRow(line: row.line, content: .refused(reason)) }
        if let flaw = row.flaw { return refused(flaw.refusal) }
        guard row.count >= 2, row.count.isMultiple(of: 2) else {
            return refused(.wrongFieldCount(expected: row.count + 1, found: row.count))
        }
        guard row.isUTF8 else { return refused(.notUTF8) }
        var draft = LoginDraft()
        draft.title = String(decoding: row[0], as: UTF8.self)
        draft.notes = Secret(copying: row[row.count - 1])
        let labels = stride(from: 1, to: row.count - 1, by: 2).map { EnpassLabel(row[$0]) }
        if labels.isEmpty {
            draft.kind = .note
        } else if EnpassLabel.areOfCard(labels) {
            draft.kind = .card
        }
        var isLogin = draft.kind != .login
        var mail: Int?
        for index in stride(from: 1, to: row.count - 1, by: 2) {
            let label = EnpassLabel(row[index])
            if draft.kind == .card, let field = label.cardField {
                draft.addCard(field, Secret(copying: row[index + 1]))
                continue
            }
            if label.kind != nil { isLogin = true }
            if label.kind == .mail, mail == nil, !row[index + 1].isEmpty { mail = draft.fields.count }
            draft.take(row[index + 1], label)
        }
        // A user name takes precedence over an email address, in any order.
        if draft.kind == .login, draft.user.isEmpty, let mail {
            draft.user = draft.fields.remove(at: mail).value.reveal()
        }
        return isLogin ? draft.row(line: row.line) : .refused(.notALogin, line: row.line, title: draft.title)
    }

    private struct Recognized: Error {
        let isEnpass: Bool
    }

    /// Whether a row shows that a program other than Enpass wrote the file.
    private enum Recognition {
        case enpass
        /// The row can be from Enpass or from another program.
        case undecided
        case otherProgram

        init(_ row: borrowing CSVParser.Row, isFirst: Bool) {
            guard row.flaw == nil, row.count >= 2 else {
                self = .otherProgram
                return
            }
            if isFirst, EnpassCSV.isHeader(row) {
                self = .enpass
                return
            }
            guard row.count.isMultiple(of: 2) else {
                self = .otherProgram
                return
            }
            // Another program's header has the names of columns where an entry has its title and values.
            let places = [0] + stride(from: 2, to: row.count - 1, by: 2)
            if isFirst, places.count(where: { EnpassLabel.isColumnName(row[$0]) }) >= 2 {
                self = .otherProgram
                return
            }
            let kinds = stride(from: 1, to: row.count - 1, by: 2).map { EnpassLabel(row[$0]).kind }
            let hasPassword = kinds.contains(.password)
            let hasOther = kinds.contains(.user) || kinds.contains(.mail) || kinds.contains(.address)
            self = hasPassword && hasOther ? .enpass : .undecided
        }
    }
}

/// A label of an Enpass entry.
private struct EnpassLabel {
    enum Kind {
        case user
        case mail
        case password
        case address
        case code
    }

    let name: String
    let isConcealed: Bool
    /// `nil` for a custom field.
    let kind: Kind?
    /// `nil` for a field that a payment card does not have.
    let cardField: CardField?

    init(_ cell: ArraySlice<UInt8>) {
        isConcealed = cell.first == UInt8(ascii: "*")
        let label = isConcealed ? cell.dropFirst() : cell
        name = String(decoding: label, as: UTF8.self)
        kind = label.count > 64 ? nil : Self.kinds[name.lowercased()]
        cardField = label.count > 64 ? nil : Self.cardFields[name.lowercased()]
    }

    /// Whether the labels are those of a payment card: a number, and a code or cardholder, but no password.
    ///
    /// A licence has a number and an expiry, too.
    static func areOfCard(_ labels: [EnpassLabel]) -> Bool {
        let fields = Set(labels.compactMap(\.cardField))
        return fields.contains(.number) && !fields.isDisjoint(with: [.holder, .securityCode])
            && !labels.contains { $0.kind == .password }
    }

    /// Whether a cell has the name of a column that other programs' headers have.
    static func isColumnName(_ cell: ArraySlice<UInt8>) -> Bool {
        guard cell.count <= 64 else { return false }
        let name = String(decoding: cell, as: UTF8.self).lowercased()
        return kinds[name] != nil || columnNames.contains(name)
    }

    private static let columnNames: Set = [
        "title", "name", "nickname", "type", "folder", "group", "notes", "note", "login_uri", "web_site",
        "additional info",
    ]

    /// The labels of payment cards in English and German.
    private static let cardFields: [String: CardField] = [
        "cardholder": .holder, "cardholder name": .holder, "karteninhaber": .holder, "number": .number,
        "card number": .number, "nummer": .number, "kartennummer": .number, "expiry date": .expiry, "expiry": .expiry,
        "ablaufdatum": .expiry, "gültig bis": .expiry, "cvc": .securityCode, "cvv": .securityCode, "pin": .pin,
        "type": .brand, "typ": .brand, "issuing bank": .bank, "ausstellende bank": .bank,
    ]

    /// The labels of logins in the languages of Enpass.
    private static let kinds: [String: Kind] = {
        let names: [(Kind, [String])] = [
            (
                .user,
                [
                    "username", "user name", "login", "login name", "benutzername", "nom d'utilisateur",
                    "nom d’utilisateur",
                    "nombre de usuario", "usuario", "nome utente", "nome de usuário", "nome de utilizador",
                    "gebruikersnaam", "användarnamn", "brukernavn", "brugernavn", "käyttäjätunnus", "nazwa użytkownika",
                    "uživatelské jméno", "felhasználónév", "kullanıcı adı", "имя пользователя", "ユーザー名", "用户名",
                    "사용자 이름",
                ]
            ),
            (
                .mail,
                [
                    "email", "e-mail", "e-mail-adresse", "email address", "courriel", "adresse e-mail",
                    "correo electrónico", "correo", "e-mailadres", "e-post", "адрес электронной почты",
                    "электронная почта", "メール", "电子邮件", "이메일",
                ]
            ),
            (
                .password,
                [
                    "password", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "palavra-passe",
                    "wachtwoord", "lösenord", "passord", "adgangskode", "salasana", "hasło", "heslo", "jelszó",
                    "parola", "şifre", "пароль", "パスワード", "密码", "비밀번호",
                ]
            ),
            (
                .address,
                [
                    "url", "website", "web site", "webseite", "internetseite", "site web", "site internet", "sitio web",
                    "página web", "sito web", "site", "webbplats", "nettsted", "webová stránka", "strona internetowa",
                    "web sitesi", "сайт", "веб-сайт", "ウェブサイト", "网站", "웹사이트",
                ]
            ),
            (.code, ["totp", "one-time code", "one-time password", "2fa", "einmalcode"]),
        ]
        var kinds: [String: Kind] = [:]
        for (kind, labels) in names { for label in labels { kinds[label] = kind } }
        return kinds
    }()
}

extension LoginDraft {
    fileprivate mutating func take(_ value: ArraySlice<UInt8>, _ label: EnpassLabel) {
        if value.isEmpty { return }
        switch label.kind {
        case .password where password == nil: password = Secret(copying: value)
        case .code where code == nil: code = Secret(copying: value)
        case .address: addresses.append(String(decoding: value, as: UTF8.self))
        case .user where user.isEmpty: user = String(decoding: value, as: UTF8.self)
        default: addField(label.name, Secret(copying: value), isConcealed: label.isConcealed)
        }
    }
}
