extension CSVTable {
    /// What KeePassXC exports as CSV, and KeePassium, which writes the same.
    ///
    /// Lost: the number of the icon. What lies in the recycle bin is refused. A CSV of KeePassXC has neither further fields
    /// nor attachments.
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
            .sometimes("icon", as: .nothing),
            .sometimes("last modified", as: .changed(.iso8601)),
            .sometimes("created", as: .created(.iso8601)),
        ])
}
