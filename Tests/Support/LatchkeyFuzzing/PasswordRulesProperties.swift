import LatchkeyPasswords

enum PasswordRulesProperties {
    /// The text of parsed rules parses as the same rules, and a generated password satisfies them.
    static func check(_ bytes: [UInt8]) {
        let rules = PasswordRules(String(decoding: bytes, as: UTF8.self))
        // The text can be longer than the limit of the parser, because names are longer than brackets.
        if rules.description.utf8.count <= 4096 {
            precondition(PasswordRules(rules.description) == rules, "rules changed when written and parsed")
        }
        let both = rules.intersecting(PasswordRules("minlength: 4; allowed: ascii-printable"))
        if let password = try? PasswordGenerator(rules: both).makeStrongPassword() {
            precondition(rules.accepts(password), "a generated password violates its rules")
        }
    }
}
