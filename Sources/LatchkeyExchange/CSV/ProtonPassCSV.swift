extension CSVTable {
    /// What Proton Pass exports as CSV; times are seconds since 1970.
    ///
    /// Where a login has a name and a mail address, the name is the user, as Proton Pass fills it. Logins are taken, aliases,
    /// notes, cards and identities refused.
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
