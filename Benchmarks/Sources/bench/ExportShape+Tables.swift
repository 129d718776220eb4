// The CSV files of each program, with the program's order of columns.
extension ExportShape {
    static let tables = [
        table("chrome-csv", "name,url,username,password,note") {
            [$0.title, $0.address, $0.user, $0.password, $0.note]
        },
        table(
            "firefox-csv",
            "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged",
            quotesAll: true
        ) { login in
            let time = "\(login.created)000"
            let guid = "{8bb42af8-0d3a-4f7b-a6a5-\(login.created)00}"
            return [login.address, login.user, login.password, "", login.address, guid, time, time, time]
        },
        table("apple-csv", "Title,URL,Username,Password,Notes,OTPAuth") {
            [$0.title, $0.address, $0.user, $0.password, $0.note, $0.codeAddress]
        },
        table(
            "bitwarden-csv",
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
        ) { ["Work", "", "login", $0.title, $0.note, "", "0", $0.address, $0.user, $0.password, $0.seed] },
        table("1password-csv", "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes") {
            [$0.title, $0.address, $0.user, $0.password, $0.codeAddress, "false", "false", "work", $0.note]
        },
        table(
            "keepassxc-csv", "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created",
            quotesAll: true
        ) { login in
            [
                "Root/Work", login.title, login.user, login.password, login.address, login.note, login.codeAddress, "0",
                "2024-03-01T00:00:00Z", "2024-03-01T00:00:00Z",
            ]
        },
        table("protonpass-csv", "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault") {
            login in
            let time = String(login.created)
            return [
                "login", login.title, login.address, login.user, "", login.password, login.note, login.codeAddress,
                time,
                time, "Personal",
            ]
        },
        table("dashlane-csv", "username,username2,username3,title,password,note,url,category,otpUrl") {
            [$0.user, "", "", $0.title, $0.password, $0.note, $0.address, "Work", $0.codeAddress]
        },
        table("lastpass-csv", "url,username,password,totp,extra,name,grouping,fav") {
            [$0.address, $0.user, $0.password, $0.seed, $0.note, $0.title, "Work\\Mail", "0"]
        },
        ExportShape("enpass-csv", head: "") { login in
            let cells = [
                login.title, "Username", login.user, "*Password", login.password, "Website", login.address, "TOTP",
                login.seed, login.note,
            ]
            return line(cells, quotesAll: true)
        },
    ]

    private static func table(
        _ format: String, _ columns: String, quotesAll: Bool = false,
        _ cells: @escaping @Sendable (SampleLogin) -> [String]
    ) -> ExportShape {
        let head = line(columns.split(separator: ",").map(String.init), quotesAll: quotesAll)
        return ExportShape(format, head: head) { line(cells($0), quotesAll: quotesAll) }
    }

    private static func line(_ cells: [String], quotesAll: Bool) -> String {
        cells.map { cell($0, isQuoted: quotesAll) }.joined(separator: ",") + "\n"
    }

    private static func cell(_ text: String, isQuoted: Bool) -> String {
        guard isQuoted || text.utf8.contains(where: "\",\n".utf8.contains) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
