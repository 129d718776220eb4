extension CSVTable {
    /// What 1Password 8 exports as CSV, which has its logins and passwords only.
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
}
