extension CSVTable {
    /// What LastPass exports; the address `http://sn` marks secure notes, which are refused.
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
        foreignAddresses: ["http://sn"],
        // What it writes for a login without an address.
        emptyAddresses: ["http://", "https://"])
}
