extension CSVTable {
    /// What Bitwarden and Vaultwarden export as CSV, of a person's vault or of an organisation's.
    ///
    /// Logins are taken, notes refused; cards and identities Bitwarden leaves out itself. Its own fields are lines of
    /// `name: value` that do not say which of them are hidden, so all are concealed.
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
}
