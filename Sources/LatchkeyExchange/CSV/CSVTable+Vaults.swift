import LatchkeyVault

/// Tables of password managers whose cells have a syntax of their own.
extension CSVTable {
    /// The CSV of KeePass 1, whose quoted cells write `\"` and `\\`.
    public static let keePass1 = CSVTable(
        identifier: "keepass1-csv",
        columns: [
            .always("account", as: .title),
            .always("login name", as: .user(elseField: "Login name")),
            .always("password", as: .password),
            .always("web site", as: .address),
            .always("comments", as: .notes),
        ],
        escapesWithBackslash: true)

    /// The CSV of NordPass.
    ///
    /// Notes and cards become entries of their kind; identities and folders are refused. Old versions have no column
    /// `type`; there, the columns of a card or an identity become fields of a login.
    public static let nordPass = CSVTable(
        identifier: "nordpass-csv",
        columns: [
            .sometimes("type", as: .kind(["password": .login, "note": .note, "credit_card": .card])),
            .always("name", as: .title),
            .always("url", as: .address),
            .sometimes("additional_urls", as: .addressArray),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("note", as: .notes),
            .always("cardholdername", as: .card(.holder)),
            .always("cardnumber", as: .card(.number)),
            .always("cvc", as: .card(.securityCode)),
            .sometimes("pin", as: .card(.pin)),
            .sometimes("expirydate", as: .card(.expiry)),
            .sometimes("folder", as: .field("Folder")),
            .sometimes("shared_folder", as: .field("Shared folder")),
            .sometimes("totp", as: .code),
            .sometimes("custom_fields", as: .fieldArray),
        ])

    /// The CSV of Zoho Vault.
    ///
    /// User and password are lines in the column `SecretData`. A secret that is not a web account becomes a login
    /// with fields.
    public static let zohoVault = CSVTable(
        identifier: "zohovault-csv",
        columns: [
            .always("password name", "secret name", as: .title),
            .sometimes("password url", "secret url", as: .addresses),
            .always("secretdata", as: .valueLines),
            .sometimes("customdata", as: .valueLines),
            .sometimes("notes", as: .notes),
            .sometimes("description", as: .field("Description")),
            .sometimes("tags", as: .field("Tags")),
            .sometimes("classification", as: .field("Classification")),
            .sometimes("favorite", as: .favorite),
            .sometimes("totp", "login_totp", as: .code),
            .sometimes("folder name", as: .field("Folder")),
        ])
}
