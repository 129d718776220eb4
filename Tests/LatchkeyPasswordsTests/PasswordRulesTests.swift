import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

@Suite struct `Password rules` {
    @Test(arguments: [
        // Apple's documentation, and the tests of Apple's parser.
        ("", ""), ("    required: upper", "required: upper; allowed: upper;"),
        ("required: uPPeR", "required: upper; allowed: upper;"), ("allowed:upper", "allowed: upper;"),
        ("required: upper; allowed: upper; allowed: lower", "required: upper; allowed: upper, lower;"),
        ("max-consecutive: 5; max-consecutive: 3", "max-consecutive: 3;"),
        ("max-consecutive: 3; max-consecutive: 1; max-consecutive: 5", "max-consecutive: 1;"),
        ("required: [*&^]; allowed: upper", "required: [&*^]; allowed: upper, [&*^];"),
        ("required: unicode; required: digit", "required: unicode; required: digit; allowed: unicode;"),
        ("required: ; required: upper", "required: upper; allowed: upper;"),
        ("allowed: [供应商责任进展]", ""), ("allowed: [供应A商B责任C进展]", "allowed: [ABC];"),
        ("minlength: 12; minlength: 7; minlength: 23", "minlength: 23;"),
        ("maxlength: 10; maxlength: 7; maxlength: 12", "maxlength: 7;"),
        (
            "required: upper; allowed: upper; allowed: lower; minlength: 12; maxlength: 73;",
            "minlength: 12; maxlength: 73; required: upper; allowed: upper, lower;"
        ),
        ("required: upper;; ;", "required: upper; allowed: upper;"),
        ("allowed: ascii-printable", "allowed: ascii-printable;"), ("allowed: special", "allowed: special;"),
        // Names and lists.
        ("MinLength: 8; ALLOWED: Digit", "minlength: 8; allowed: digit;"),
        ("required: upper,  \tlower,[a]", "required: upper, lower; allowed: upper, lower;"),
        ("required: lower; required: lower", "required: lower; required: lower; allowed: lower;"),
        ("allowed: [], [b]", "allowed: [b];"),
        ("allowed: [ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789]", "allowed: upper, digit;"),
        // Brackets: the hyphen at the beginning, the closing bracket doubled at the end.
        ("allowed: [-]", "allowed: [-];"), ("allowed: [a-]", "allowed: [a];"), ("allowed: [a-b]", "allowed: [ab];"),
        ("allowed: [-ab]", "allowed: [-ab];"), ("allowed: []]", "allowed: []];"), ("allowed: [a]]", "allowed: [a]];"),
        ("allowed: [-a]], [b]", "allowed: [-ab]];"),
        ("allowed: [;,: ]; minlength: 3", "minlength: 3; allowed: [ ,:;];"),
        // Lengths: zero, invalid, larger than `Int`.
        ("minlength: 0; maxlength: 0; max-consecutive: 0", ""), ("maxlength: 12a", ""), ("minlength: -3", ""),
        ("maxlength: 99999999999999999999999", "maxlength: 9223372036854775807;"),
        // Only the invalid or unknown declaration is ignored.
        ("minlength: 8; dummy: upper; maxlength: 9", "minlength: 8; maxlength: 9;"),
        ("allowed: upper,,; minlength: 8", "minlength: 8;"), ("allowed: upper,", ""), ("allowed: upper [a]", ""),
        ("required: upper, dummy; minlength: 8", "minlength: 8;"), ("max-consecutive: [ABC]", ""),
        ("max-consecutive: 1+1", ""), ("required: 1", ""), ("required: A", ""), ("required", ""), (":", ""), ("☃", ""),
        ("allowed: []a]; minlength: 8", "minlength: 8;"), ("dummy: [a;b]; minlength: 8", "minlength: 8;"),
        ("minlength: 8; allowed: [abc; maxlength: 9", "minlength: 8;"), ("upper: lower", ""), ("minlength 8", ""),
    ])
    func `parses rules by Apple's grammar`(text: String, expected: String) {
        #expect(PasswordRules(text).description == expected)
    }

    @Test(arguments: [
        ("minlength: 3; maxlength: 5", ["abc", "abcde", "äöü"], ["", "ab", "abcdef"]),
        ("required: lower; required: [-!]", ["a-", "!a"], ["a", "-", "aA-", ""]),
        ("required: digit; required: digit", ["12", "11"], ["1"]),
        ("max-consecutive: 2", ["aab", "aabaa", "a"], ["aaa", "baaab"]),
        ("allowed: unicode", ["é☃a"], []), ("allowed: ascii-printable", ["a ~"], ["é", "\u{7F}", "\t"]),
        ("required: upper, digit", ["A1", "1", "A"], ["a", ""]),
    ])
    func `accepts only passwords that satisfy the rules`(text: String, kept: [String], broken: [String]) {
        let rules = PasswordRules(text)
        for password in kept { #expect(rules.accepts(Secret(password)), "\(password)") }
        for password in broken { #expect(!rules.accepts(Secret(password)), "\(password)") }
    }

    @Test(
        arguments: [
            // Rules of the field, of the confirmation field, known quirks, and the result.
            (nil, nil, nil, ""), ("minlength: 8", nil, nil, "minlength: 8;"),
            ("minlength: 8; maxlength: 20", "minlength: 10", "maxlength: 16", "minlength: 10; maxlength: 16;"),
            ("required: lower", "required: lower", nil, "required: lower; allowed: lower;"),
            (
                "required: lower; allowed: digit, [-_]", nil, "required: digit; allowed: lower, upper, [-]",
                "required: lower; required: digit; allowed: lower, digit, [-];"
            ),
            ("max-consecutive: 2", "max-consecutive: 3", "allowed: unicode", "max-consecutive: 2; allowed: unicode;"),
        ] as [(String?, String?, String?, String)])
    func `intersects the rules of field, confirmation field and quirks`(
        field: String?, repeated: String?, quirks: String?, expected: String
    ) {
        #expect(PasswordRules(allOf: field, repeated, quirks).description == expected)
    }

    @Test func `parses its own description for any input`() throws {
        let pieces = [
            "required", "allowed", "minlength", "maxlength", "max-consecutive", ":", ";", ",", " ", "[", "]", "-",
            "upper",
            "lower", "digit", "special", "unicode", "ascii-printable", "8", "0", "99", "a", "é", "\0", "[ab]", "[-]]",
        ]
        try forAll(Generator<String>.element(of: pieces).list().map { $0.joined() }, runs: 2000) { text in
            let rules = PasswordRules(text)
            return PasswordRules(rules.description) == rules
        }
    }

    @Test func `parses the rules of every known site completely`() throws {
        let all = try SiteRules.all()
        #expect(all.count > 400)
        for (site, text) in all {
            let rules = PasswordRules(text)
            #expect(rules != PasswordRules(), "\(site)")
            #expect(PasswordRules(rules.description) == rules, "\(site)")
            // All requirements and lengths of the text were parsed.
            let written = text.split(separator: "required:").count - 1 + (text.hasPrefix("required:") ? 1 : 0)
            #expect(rules.requirements.map(\.count).reduce(0, +) == written, "\(site): \(text)")
            #expect((rules.minimumLength != nil) == text.contains("minlength"), "\(site)")
            #expect((rules.maximumLength != nil) == text.contains("maxlength"), "\(site)")
            #expect((rules.maximumConsecutive != nil) == text.contains("max-consecutive"), "\(site)")
        }
    }
}

/// Apple's list of the password rules of sites.
enum SiteRules {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/password-manager-resources/password-rules.json")

    /// All sites with their rules, sorted by site.
    static func all() throws -> [(site: String, rules: String)] {
        struct Entry: Decodable {
            enum CodingKeys: String, CodingKey { case rules = "password-rules" }
            let rules: String
        }
        let entries = try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: file))
        return entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.rules) }
    }
}
