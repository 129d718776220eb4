import LatchkeyVault

/// One table per program. A further program needs a table here and an entry in ``CSVTable/programs``.
extension CSVTable {
    /// Every table, in the order in which ``ImportFormats/recognize(_:)`` tries them: the most specific first.
    static let programs: [CSVTable] = [
        .firefox, .bitwarden, .onePassword, .keePassXC, .protonPass, .dashlane, .lastPass, .apple, .chrome,
    ]

    /// The CSV of Apple's Passwords app, Safari and iCloud Passwords for Windows.
    ///
    /// A login with several sites has a row for each. Safari 15 writes no notes. Other programs use the same names, so a
    /// file with a further column is not Apple's.
    public static let apple = CSVTable(
        identifier: "apple-csv",
        columns: [
            .always("title", as: .title),
            .always("url", as: .address),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .sometimes("notes", as: .notes),
            .sometimes("otpauth", as: .code),
        ],
        keepsOtherColumns: false, hasRowPerSite: true)

    /// The CSV of Bitwarden and Vaultwarden, for a user's vault or an organization's.
    ///
    /// It has logins and notes; Bitwarden does not export cards and identities. Its custom fields are
    /// lines of `name: value` that do not say which fields are hidden, so all of them are concealed.
    public static let bitwarden = CSVTable(
        identifier: "bitwarden-csv",
        columns: [
            .always("type", as: .kind(["login": .login, "1": .login, "note": .note, "2": .note])),
            .always("name", as: .title),
            .always("login_uri", as: .addresses),
            .always("login_username", as: .user(elseField: "login_username")),
            .always("login_password", as: .password),
            .sometimes("login_totp", as: .code),
            .sometimes("notes", as: .notes),
            .sometimes("favorite", as: .favorite),
            .sometimes("reprompt", as: .asksEveryTime),
            .sometimes("folder", as: .field("Folder")),
            .sometimes("collections", as: .field("Collections")),
            .sometimes("fields", as: .fieldLines),
            .sometimes("archiveddate", as: .archived("Archived", unless: [])),
        ])

    /// The CSV of Chrome, Chromium, Edge and other browsers based on them.
    ///
    /// `name` and `note` are optional. A file with any other column is not Chrome's: the names are too common to
    /// identify a program.
    public static let chrome = CSVTable(
        identifier: "chrome-csv",
        columns: [
            .always("url", as: .address),
            .always("username", as: .user(elseField: "username")),
            .always("password", as: .password),
            .sometimes("name", as: .title),
            .sometimes("note", as: .notes),
        ],
        keepsOtherColumns: false)

    /// The `credentials.csv` of a Dashlane export; ``ZippedExport`` reads its other files.
    public static let dashlane = CSVTable(
        identifier: "dashlane-csv",
        columns: [
            .always("username", as: .user(elseField: "username")),
            .always("username2", as: .user(elseField: "username2")),
            .always("username3", as: .user(elseField: "username3")),
            .always("title", as: .title),
            .always("password", as: .password),
            .always("url", as: .address),
            .sometimes("note", as: .notes),
            .sometimes("category", as: .field("Category")),
            .sometimes("otpurl", as: .code),
            .sometimes("otpsecret", as: .code),
        ])

    /// The `securenotes.csv` of a Dashlane export.
    public static let dashlaneNotes = CSVTable(
        identifier: "dashlane-notes-csv",
        columns: [
            .always("title", as: .title),
            .always("note", as: .notes),
            .sometimes("category", as: .field("Category")),
        ],
        kind: .note)

    /// The `payments.csv` of a Dashlane export; bank accounts are refused.
    public static let dashlanePayments = CSVTable(
        identifier: "dashlane-payments-csv",
        columns: [
            .always("type", as: .kind(["payment_card": .card, "credit_card": .card, "debit_card": .card])),
            .always("account_name", as: .title),
            .always("account_holder", as: .card(.holder)),
            .always("cc_number", as: .card(.number)),
            .sometimes("code", as: .card(.securityCode)),
            .sometimes("expiration_month", as: .expiryMonth),
            .sometimes("expiration_year", as: .expiryYear),
            .sometimes("issuing_bank", as: .card(.bank)),
            .sometimes("country", as: .field("Country")),
            .sometimes("note", as: .notes),
        ],
        kind: .card)

    /// The CSV of Firefox; every cell is quoted, and times are milliseconds since 1970.
    ///
    /// `guid` is not imported: only Firefox uses it.
    public static let firefox = CSVTable(
        identifier: "firefox-csv",
        columns: [
            .always("url", as: .address),
            .always("username", as: .user(elseField: "username")),
            .always("password", as: .password),
            .always("httprealm", as: .field("httpRealm")),
            .always("formactionorigin", as: .fieldUnlessAddress("formActionOrigin")),
            .sometimes("guid", as: .ignored),
            .sometimes("timecreated", as: .created(.milliseconds)),
            .sometimes("timelastused", as: .lastUsed(.milliseconds)),
            .sometimes("timepasswordchanged", as: .changed(.milliseconds)),
        ],
        // The keys of the Firefox account, which are not a login.
        refusedAddresses: ["chrome://FirefoxAccounts"])

    /// The CSV of KeePassXC and KeePassium.
    ///
    /// The icon number is not imported, and entries in the recycle bin are refused. KeePassXC's CSV has neither custom
    /// fields nor attachments.
    public static let keePassXC = CSVTable(
        identifier: "keepassxc-csv",
        columns: [
            .always("group", as: .group("Group")),
            .always("title", as: .title),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("url", as: .address),
            .always("notes", as: .notes),
            .sometimes("totp", as: .code),
            .sometimes("icon", as: .ignored),
            .sometimes("last modified", as: .changed(.iso8601)),
            .sometimes("created", as: .created(.iso8601)),
        ])

    /// The CSV of LastPass; the address `http://sn` marks secure notes.
    ///
    /// A note with the first line `NoteType:Credit Card` is a card. Notes of other types, such as passports, are
    /// refused.
    public static let lastPass = CSVTable(
        identifier: "lastpass-csv",
        columns: [
            .always("url", as: .address),
            .always("username", as: .user(elseField: "username")),
            .always("password", as: .password),
            .always("extra", as: .notes),
            .always("name", as: .title),
            .always("grouping", as: .field("Folder")),
            .sometimes("totp", as: .code),
            .sometimes("fav", as: .favorite),
        ],
        noteAddresses: ["http://sn"],
        // LastPass writes these for a login without an address.
        emptyAddresses: ["http://", "https://"])

    /// The CSV of 1Password 8, which has logins and passwords only.
    public static let onePassword = CSVTable(
        identifier: "1password-csv",
        columns: [
            .always("title", as: .title),
            .always("url", as: .address),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("favorite", as: .favorite),
            .always("tags", as: .field("Tags")),
            .sometimes("otpauth", as: .code),
            .sometimes("archived", as: .archived("Archived", unless: ["false"])),
            .sometimes("notes", as: .notes),
        ])

    /// The CSV of Proton Pass; times are seconds since 1970.
    ///
    /// If a login has a user name and an email address, the user name is the user, as when Proton Pass fills it.
    /// Notes and cards become entries of their kind; aliases and identities are refused.
    public static let protonPass = CSVTable(
        identifier: "protonpass-csv",
        columns: [
            .always("type", as: .kind(["login": .login, "note": .note, "creditcard": .card])),
            .always("name", as: .title),
            .always("url", as: .addresses),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("note", as: .protonNotes),
            .always("totp", as: .code),
            .sometimes("email", as: .user(elseField: "Email")),
            .sometimes("createtime", as: .created(.seconds)),
            .sometimes("modifytime", as: .changed(.seconds)),
            .sometimes("vault", as: .field("Vault")),
        ])
}
