import Foundation
import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct QuirksTests {
    @Test func `the most specific entry of a site wins`() throws {
        var quirks = Quirks()
        let rules = #"{"a.com": {"password-rules": "minlength: 6;"}, "x.a.com": {"password-rules": "minlength: 9;"}}"#
        try quirks.add(.passwordRules, Data(rules.utf8))
        try quirks.add(.changePassword, Data(#"{"a.com": "https://id.b.com/change"}"#.utf8))
        try quirks.add(.appendsCode, Data(#"["auth.a.com"]"#.utf8))
        #expect(quirks.passwordRules(for: try Host("y.x.a.com")) == "minlength: 9;")
        #expect(quirks.passwordRules(for: try Host("www.a.com")) == "minlength: 6;")
        #expect(quirks.passwordRules(for: try Host("ba.com")) == nil)
        #expect(quirks.changePasswordAddress(for: try Host("www.a.com"))?.text == "https://id.b.com/change")
        #expect(quirks.appendsCodeToPassword(at: try Host("auth.a.com")))
        #expect(!quirks.appendsCodeToPassword(at: try Host("a.com")))
    }

    @Test func `an entry for a public suffix does not apply to the sites below it`() throws {
        var quirks = Quirks()
        try quirks.add(.changePassword, Data(#"{"gov.br": "https://acesso.gov.br/"}"#.utf8))
        #expect(quirks.changePasswordAddress(for: try Host("gov.br"))?.text == "https://acesso.gov.br/")
        #expect(quirks.changePasswordAddress(for: try Host("a.gov.br")) == nil)
    }

    @Test(arguments: [
        (QuirksFile.sharedCredentials, "", QuirksError.malformed(file: .sharedCredentials, path: "")),
        (.sharedCredentials, "{}", .malformed(file: .sharedCredentials, path: "")),
        (.sharedCredentials, #"[{"shared": ["a.com", 5]}]"#, .malformed(file: .sharedCredentials, path: "0/shared/1")),
        (.sharedCredentials, #"[{"shared": []}]"#, .unclearSet(file: .sharedCredentials, index: 0)),
        (
            .sharedCredentials, #"[{"shared": ["a.com"]}, {"from": ["a.com"]}]"#,
            .unclearSet(file: .sharedCredentials, index: 1)
        ),
        (
            .sharedCredentials, #"[{"shared": ["a.com"], "from": ["b.com"], "to": ["c.com"]}]"#,
            .unclearSet(file: .sharedCredentials, index: 0)
        ),
        (.sharedCredentials, #"[{"shared": ["a.com", "co.uk"]}]"#, .notASite(file: .sharedCredentials, entry: "co.uk")),
        (
            .sharedCredentials, #"[{"from": ["com"], "to": ["a.com"]}]"#,
            .notASite(file: .sharedCredentials, entry: "com")
        ),
        (
            .sharedCredentials, #"[{"shared": ["a.com", "10.0.0.1"]}]"#,
            .notASite(file: .sharedCredentials, entry: "10.0.0.1")
        ),
        (
            .sharedCredentials, #"[{"shared": ["*.a.com"]}]"#,
            .badHost(file: .sharedCredentials, entry: "*.a.com", reason: .forbiddenByte(0x2A))
        ),
        (.appendsCode, #"{"a.com": 1}"#, .malformed(file: .appendsCode, path: "")),
        (
            .appendsCode, #"["https://a.com"]"#,
            .badHost(file: .appendsCode, entry: "https://a.com", reason: .badIPv6)
        ),
        (
            .changePassword, #"{"a.com": "javascript:alert(1)"}"#,
            .badAddress(file: .changePassword, entry: "a.com", reason: .unsupportedScheme("javascript"))
        ),
        (.changePassword, #"{"a.com": "http://a.com/"}"#, .insecureAddress(file: .changePassword, entry: "a.com")),
        (
            .changePassword, #"{"localhost": "https://localhost/"}"#,
            .notASite(file: .changePassword, entry: "localhost")
        ),
        (.passwordRules, #"{"a.com": {}}"#, .malformed(file: .passwordRules, path: "a.com/password-rules")),
        (.passwordRules, #"{"a.com": "minlength: 6;"}"#, .malformed(file: .passwordRules, path: "a.com")),
    ])
    func `an invalid file is rejected with its name and the reason`(
        file: QuirksFile, content: String, error: QuirksError
    ) {
        var quirks = Quirks()
        #expect(throws: error) { try quirks.add(file, Data(content.utf8)) }
    }

    @Test func `file size, entry count, rule length and nesting are limited`() throws {
        var quirks = Quirks()
        #expect(throws: QuirksError.tooLarge(file: .appendsCode, count: 4_194_305)) {
            try quirks.add(.appendsCode, Data(repeating: 0x20, count: 4_194_305))
        }
        let many = "[" + Array(repeating: #""a.com""#, count: 20_001).joined(separator: ",") + "]"
        #expect(throws: QuirksError.tooManyEntries(file: .appendsCode, count: 20_001)) {
            try quirks.add(.appendsCode, Data(many.utf8))
        }
        let rule = #"{"a.com": {"password-rules": "\#(String(repeating: "a", count: 2_001))"}}"#
        #expect(throws: QuirksError.ruleTooLong(file: .passwordRules, entry: "a.com", count: 2_001)) {
            try quirks.add(.passwordRules, Data(rule.utf8))
        }
        let deep = Data(String(repeating: "[", count: 1_000_000).utf8)
        #expect(throws: QuirksError.self) { try quirks.add(.sharedCredentials, deep) }
    }

    @Test func `an invalid entry rejects the whole file`() throws {
        var quirks = Quirks()
        let content = #"[{"shared": ["a.com", "b.com"]}, {"shared": ["c.com", "com"]}]"#
        #expect(throws: QuirksError.self) { try quirks.add(.sharedCredentials, Data(content.utf8)) }
        #expect(quirks.sharedCredentials.givers(on: try Host("b.com")).isEmpty)
    }

    @Test func `decoding arbitrary bytes never traps`() throws {
        try forAll(.element(of: QuirksFile.allCases), .bytes()) { file, bytes in
            var quirks = Quirks()
            try? quirks.add(file, Data(bytes))
            return true
        }
    }

    @Test func `reads the files of Apple's Password Manager Resources`() throws {
        var quirks = Quirks()
        for file in QuirksFile.allCases {
            try quirks.add(file, try VectorFile.data("Vectors/password-manager-resources/" + file.rawValue))
        }
        #expect(quirks.passwordRules(for: try Host("www.163.com")) == "minlength: 6; maxlength: 16;")
        #expect(quirks.changePasswordAddress(for: try Host("aa.com"))?.host.text == "www.aa.com")
        #expect(quirks.appendsCodeToPassword(at: try Host("usaa.com")))
        #expect(quirks.sharedCredentials.givers(on: try Host("wellfound.com")).map(\.names) == [["angel.co"]])
        #expect(quirks.sharedCredentials.givers(on: try Host("angel.co")).isEmpty)
    }

    @Test func `reads 52 mutual and 50 one-way sets from Apple's shared credentials`() throws {
        let file = try VectorFile.data("Vectors/password-manager-resources/shared-credentials.json")
        let sets = try SharedCredentialSet.sets(in: file)
        #expect(sets.count { $0.direction == .mutual } == 52)
        #expect(sets.count { $0.direction != .mutual } == 50)
    }
}
