extension CSVTable {
    /// The `credentials.csv` of Dashlane's export; cards, notes and papers are in other files of it.
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
}
