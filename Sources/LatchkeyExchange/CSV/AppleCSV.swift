extension CSVTable {
    /// What Apple's Passwords and Safari export, and iCloud Passwords on Windows.
    ///
    /// Safari 15 has no notes. With any other column the file is not Apple's: others write these names, too.
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
        keepsOtherColumns: false)
}
