extension CSVTable {
    /// What Firefox's list of logins exports; every cell is quoted, and times are milliseconds since 1970.
    ///
    /// Lost: `guid`, which is Firefox's own.
    public static let firefox = CSVTable(
        identifier: "firefox-csv",
        columns: [
            .always("url", as: .address),
            .always("username", as: .user(elseField: "username")),
            .always("password", as: .password),
            .always("httprealm", as: .field("httpRealm")),
            .always("formactionorigin", as: .fieldUnlessAddress("formActionOrigin")),
            .sometimes("guid", as: .nothing),
            .sometimes("timecreated", as: .created(.milliseconds)),
            .sometimes("timelastused", as: .lastUsed(.milliseconds)),
            .sometimes("timepasswordchanged", as: .changed(.milliseconds)),
        ],
        requirements: .site,
        // The keys of Firefox's own account, which are no login.
        foreignAddresses: ["chrome://FirefoxAccounts"])
}
