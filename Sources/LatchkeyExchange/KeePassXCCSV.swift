extension CSVTable {
    /// What KeePassXC exports as CSV, and KeePassium, which writes the same.
    ///
    /// Lost: the number of the icon and the time of the last change, because the vault dates its own changes. A
    /// CSV of KeePassXC has neither further fields nor attachments.
    public static let keePassXC = CSVTable(
        identifier: "keepassxc-csv",
        columns: [
            .always("group", as: .field("Group")),
            .always("title", as: .title),
            .always("username", as: .user(elseField: "Username")),
            .always("password", as: .password),
            .always("url", as: .address),
            .always("notes", as: .notes),
            .sometimes("totp", as: .code),
            .sometimes("icon", as: .nothing),
            .sometimes("last modified", as: .nothing),
            .sometimes("created", as: .created(.iso8601)),
        ])
}
