extension CSVTable {
    /// The file that Chrome, Chromium, Edge and others made of it write: name, url, username, password and, lately, note.
    ///
    /// Without `name` or `note` the file is read as well, with any other column it is not: its names are too common for
    /// one to say whose file it is.
    public static let chrome = CSVTable(
        identifier: "chrome-csv",
        columns: [
            .always("url", as: .address),
            .always("username", as: .user(elseField: "username")),
            .always("password", as: .password),
            .sometimes("name", as: .title),
            .sometimes("note", as: .notes),
        ],
        requirements: .site, keepsOtherColumns: false)
}
