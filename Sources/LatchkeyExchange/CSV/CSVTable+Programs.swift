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
    /// Logins are imported and notes are refused; Bitwarden does not export cards and identities. Its custom fields are
    /// lines of `name: value` that do not say which fields are hidden, so all of them are concealed.
    public static let bitwarden = CSVTable(
        identifier: "bitwarden-csv",
        columns: [
            .always("type", as: .kind(["login", "1"])),
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

    /// The `credentials.csv` of a Dashlane export; the export has other files for cards, notes and documents.
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

    /// The CSV of LastPass; the address `http://sn` marks secure notes, which are refused.
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
        refusedAddresses: ["http://sn"],
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
    /// Aliases, notes, cards and identities are refused.
    public static let protonPass = CSVTable(
        identifier: "protonpass-csv",
        columns: [
            .always("type", as: .kind(["login"])),
            .always("name", as: .title),
            .always("url", as: .addresses),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("note", as: .notes),
            .always("totp", as: .code),
            .sometimes("email", as: .user(elseField: "Email")),
            .sometimes("createtime", as: .created(.seconds)),
            .sometimes("modifytime", as: .changed(.seconds)),
            .sometimes("vault", as: .field("Vault")),
        ])
}
