import LatchkeyPasswords

enum PasswordRulesProperties {
    /// Rules have one text, which reads as the same rules; a password that is made keeps them.
    static func check(_ bytes: [UInt8]) {
        let rules = PasswordRules(String(decoding: bytes, as: UTF8.self))
        // Names are written longer than brackets, so the text may outgrow what is read.
        if rules.description.utf8.count <= 4096 {
            precondition(PasswordRules(rules.description) == rules, "rules read otherwise than they are written")
        }
        let both = rules.intersecting(PasswordRules("minlength: 4; allowed: ascii-printable"))
        if let password = try? PasswordGenerator(rules: both).makeStrongPassword() {
            precondition(rules.accepts(password), "a password breaks its rules")
        }
    }
}
