// The JSON and XML files of each program, with all members that it writes.
extension ExportShape {
    static let trees = [
        bitwarden, bitwarden.encrypted(as: "bitwarden-encrypted-json"),
        onePassword.zipped(as: "export.data"), keePass, protonPass.zipped(as: "data.json"), dashlane, enpass, cxf,
        latchkey,
    ]

    private static let bitwarden = ExportShape(
        "bitwarden-json", head: #"{"encrypted":false,"folders":[{"id":"f1","name":"Work"}],"items":["#, separator: ",",
        tail: "]}"
    ) { login in
        """
        {"passwordHistory":null,"revisionDate":"\(sampleDate)","creationDate":"\(sampleDate)","deletedDate":null,
        "id":"\(login.index)","organizationId":null,"folderId":"f1","type":1,"reprompt":0,"name":\(json(login.title)),
        "notes":\(jsonOrNull(login.note)),"favorite":false,"fields":[],"login":{"fido2Credentials":[],
        "uris":[{"match":null,"uri":\(json(login.address))}],"username":\(json(login.user)),
        "password":\(json(login.password)),"totp":\(jsonOrNull(login.seed))},"collectionIds":null}
        """
    }

    private static let onePassword = ExportShape(
        "1password-1pux",
        head: """
            {"accounts":[{"attrs":{"accountName":"Bench","name":"Bench","uuid":"A","domain":"https://my.1password.com/"},
            "vaults":[{"attrs":{"uuid":"V","desc":"","name":"Personal","type":"P"},"items":[
            """, separator: ",", tail: "]}]}]}"
    ) { login in
        let code =
            login.seed.isEmpty
            ? "" : #"{"title":"one-time password","id":"TOTP","value":{"totp":\#(json(login.codeAddress))}}"#
        return """
            {"uuid":"\(login.index)","favIndex":0,"createdAt":\(login.created),"updatedAt":\(login.created),"state":"active",
            "categoryUuid":"001","details":{"loginFields":[
            {"value":\(json(login.user)),"id":"","name":"username","fieldType":"E","designation":"username"},
            {"value":\(json(login.password)),"id":"","name":"password","fieldType":"P","designation":"password"}],
            "notesPlain":\(json(login.note)),"sections":[{"title":"","name":"s","fields":[\(code)]}],"passwordHistory":[]},
            "overview":{"subtitle":"","title":\(json(login.title)),"url":\(json(login.address)),
            "urls":[{"label":"website","url":\(json(login.address))}],"tags":[]}}
            """
    }

    private static let protonPass = ExportShape(
        "protonpass-json",
        head: #"{"version":"1.30.0","userId":"u","encrypted":false,"vaults":{"share":{"name":"Personal","items":["#,
        separator: ",", tail: "]}}}"
    ) { login in
        """
        {"itemId":"\(login.index)","shareId":"share","state":1,"pinned":false,"createTime":\(login.created),
        "modifyTime":\(login.created),"aliasEmail":null,"files":[],"data":{"type":"login","metadata":{
        "name":\(json(login.title)),"note":\(json(login.note)),"itemUuid":"x"},"extraFields":[],"platformSpecific":{},
        "content":{"itemEmail":\(json(login.user)),"itemUsername":"","password":\(json(login.password)),
        "urls":[\(json(login.address))],"totpUri":\(json(login.codeAddress)),"passkeys":[]}}}
        """
    }

    private static let dashlane = ExportShape(
        "dashlane-json", head: #"{"ADDRESS":[],"AUTHENTIFIANT":["#, separator: ",", tail: "]}"
    ) { login in
        """
        {"domain":\(json(login.address)),"email":"","login":\(json(login.user)),"note":\(json(login.note)),
        "otpSecret":\(json(login.seed)),"password":\(json(login.password)),"secondaryLogin":"","title":\(json(login.title))}
        """
    }

    private static let enpass = ExportShape(
        "enpass-json",
        head: #"{"folders":[{"icon":"1008","parent_uuid":"","title":"Work","updated_at":1,"uuid":"f"}],"items":["#,
        separator: ",", tail: "]}"
    ) { login in
        func field(_ label: String, _ kind: String, _ value: String, isSensitive: Int = 0) -> String {
            #"{"deleted":0,"label":"\#(label)","sensitive":\#(isSensitive),"type":"\#(kind)","value":\#(json(value))}"#
        }
        let fields = [
            field("Username", "username", login.user), field("Password", "password", login.password, isSensitive: 1),
            field("Website", "url", login.address), field("TOTP", "totp", login.seed),
        ].joined(separator: ",")
        return """
            {"archived":0,"auto_submit":1,"category":"login","createdAt":\(login.created),"favorite":0,
            "fields":[\(fields)],"folders":["f"],"icon":{},"note":\(json(login.note)),"subtitle":\(json(login.user)),
            "template_type":"login.default","title":\(json(login.title)),"updated_at":1,"uuid":"\(login.index)"}
            """
    }

    private static let cxf = ExportShape(
        "cxf",
        head: """
            {"version":{"major":1,"minor":0},"exporterRpId":"other.example","exporterDisplayName":"Other",
            "timestamp":1754000000,"accounts":[{"id":"YQ","username":"","email":"","collections":[],"items":[
            """, separator: ",", tail: "]}]}"
    ) { login in
        var credentials = [
            #"{"type":"basic-auth","username":{"fieldType":"string","value":\#(json(login.user))},"#
                + #""password":{"fieldType":"concealed-string","value":\#(json(login.password))}}"#
        ]
        if !login.seed.isEmpty {
            credentials.append(
                #"{"type":"totp","secret":"\#(login.seed)","period":30,"digits":6,"algorithm":"sha1","username":"u"}"#)
        }
        if !login.note.isEmpty {
            credentials.append(#"{"type":"note","content":{"fieldType":"string","value":\#(json(login.note))}}"#)
        }
        return """
            {"id":"aT\(login.index)","creationAt":\(login.created),"modifiedAt":\(login.created),"title":\(json(login.title)),
            "favorite":false,"scope":{"urls":[\(json(login.address))],"androidApps":[]},"tags":[],
            "credentials":[\(credentials.joined(separator: ","))]}
            """
    }

    private static let latchkey = ExportShape(
        "latchkey-json", head: #"{"format":"latchkey-vault","version":1,"exported":1754000000000,"logins":["#,
        separator: ",", tail: "]}"
    ) { login in
        let code = login.seed.isEmpty ? "" : #""oneTimeCode":\#(json(login.codeAddress)),"#
        let note = login.note.isEmpty ? "" : #""notes":\#(json(login.note)),"#
        return """
            {"title":\(json(login.title)),"user":\(json(login.user)),"password":\(json(login.password)),
            "sites":[\(json(login.address))],\(code)"passkeys":[],\(note)"fields":[],"isFavorite":false,
            "asksEveryTime":false,"history":[],"created":\(login.created)000,"changed":\(login.created)000}
            """
    }

    private static let keePass = ExportShape(
        "keepass-xml",
        head: """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <KeePassFile><Meta><Generator>KeePassXC</Generator><RecycleBinEnabled>True</RecycleBinEnabled></Meta>
            <Root><Group><UUID>EAECAwQFBgcICQoLDA0ODw==</UUID><Name>Root</Name>

            """, tail: "</Group></Root></KeePassFile>\n"
    ) { login in
        func string(_ key: String, _ value: String, isProtected: Bool = false) -> String {
            let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            let protection = isProtected ? " ProtectInMemory=\"True\"" : ""
            return "<String><Key>\(key)</Key><Value\(protection)>\(escaped)</Value></String>\n"
        }
        let code = login.seed.isEmpty ? "" : string("otp", login.codeAddress, isProtected: true)
        return """
            <Entry><UUID>QAECAwQFBgcICQoLDA0ODw==</UUID><IconID>0</IconID><Tags/>
            <Times><LastModificationTime>2024-03-01T00:00:00Z</LastModificationTime>
            <CreationTime>2023-01-01T00:00:00Z</CreationTime><ExpiryTime>2030-01-01T00:00:00Z</ExpiryTime>
            <Expires>False</Expires></Times>
            \(string("Title", login.title))\(string("UserName", login.user))
            \(string("Password", login.password, isProtected: true))\(string("URL", login.address))
            \(string("Notes", login.note))\(code)<History/></Entry>

            """
    }

    private static func jsonOrNull(_ text: String) -> String { text.isEmpty ? "null" : json(text) }

    private static func json(_ text: String) -> String {
        guard text.utf8.contains(where: "\"\n".utf8.contains) else { return "\"\(text)\"" }
        return "\"\(text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
}
