import AuthenticationServices
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `New passwords` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        page: String? = nil, confirm: String? = nil, quirks: String? = nil
    ) -> ASGeneratePasswordsRequest {
        ASGeneratePasswordsRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com/join", type: .URL),
            passwordFieldPasswordRules: page, confirmPasswordFieldPasswordRules: confirm,
            passwordRulesFromQuirks: quirks)
    }

    private func generated(_ request: ASGeneratePasswordsRequest) async throws -> [ASGeneratedPassword] {
        let answer = try await ProviderTestHost { VaultViewController(access: vault.access) }
            .answer { $0.performWithoutUserInteraction(generatePasswordsRequest: request) }
        guard case .generatedPasswords(let passwords) = answer else {
            #expect(answer == .cancelled(.failed))
            return []
        }
        return passwords
    }

    @Test func `come in all kinds, without a vault`() async throws {
        let passwords = try await generated(request())
        #expect(passwords.map(\.kind) == [.strong, .alphanumeric, .passphrase])
        #expect(passwords[0].value.split(separator: "-").map(\.count) == [6, 6, 6])
        #expect(passwords[1].value.count == 20)
        #expect(passwords[1].value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        #expect(passwords[2].value.split(separator: "-").count >= 6)
    }

    @Test func `come while the vault is locked, which stays so`() async throws {
        try await vault.fill([.test("example.com")], locked: true)
        #expect(try await generated(request()).count == 3)
        #expect(vault.keychain.isEmpty)
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test(
        arguments: [
            // The page's, both fields', the quirks' where the page says nothing or nothing that can be read.
            ("minlength: 10; maxlength: 10", nil, "maxlength: 40; minlength: 40", 10),
            ("minlength: 8", "maxlength: 8", nil, 8), (nil, nil, "minlength: 40; maxlength: 40", 40),
            (nil, "maxlength: 9", "minlength: 40", 9), ("", "", "minlength: 40; maxlength: 40", 40),
            ("what is this?", nil, "maxlength: 12", 12), (nil, nil, nil, 20),
            // Bounds of a field beside what is known of the site; what the page says of characters stands alone.
            ("minlength: 8", nil, "minlength: 12; maxlength: 12", 12),
            ("minlength: 8; allowed: digit, lower, upper", nil, "minlength: 12; maxlength: 12", 20),
        ] as [(String?, String?, String?, Int)])
    func `keep the rules`(page: String?, confirm: String?, quirks: String?, length: Int) async throws {
        let passwords = try await generated(request(page: page, confirm: confirm, quirks: quirks))
        #expect(passwords.prefix(2).map(\.value.count) == [length, length])
    }

    @Test func `have what the site is known to want, also where its field has bounds`() async throws {
        let passwords = try await generated(
            request(page: "minlength: 8; maxlength: 30", quirks: "required: [#]; required: upper; allowed: lower"))
        #expect(passwords.map(\.kind) == [.strong])
        #expect(passwords[0].value.contains("#") && passwords[0].value.contains(where: \.isUppercase))
    }

    @Test func `come in the kinds that the rules allow`() async throws {
        let short = try await generated(request(page: "maxlength: 12; required: [#]; allowed: lower"))
        #expect(short.map(\.kind) == [.strong])
        #expect(short[0].value.contains("#"))
        #expect(try await generated(request(page: "minlength: 9; maxlength: 8")).isEmpty)
    }

    @Test func `are chosen in a sheet`() async throws {
        let desk = Desk(vault) { $0.prepareInterface(for: request(quirks: "maxlength: 24;")) }
        try await desk.see("New Password")
        #expect(desk.content("site") == .paragraph("For example.com"))
        let first = try #require(desk.password)
        #expect(first.count == 20)
        guard case .strength(let strength) = desk.content("strength") else {
            Issue.record("no strength is shown")
            return
        }
        #expect(strength == Sheet.Strength(score: 4, label: "Strong, centuries to crack"))
        try desk.press("another")
        try await desk.see("New Password") { _ in desk.password != first }
        try desk.does(.picked(ItemIdentifier("alphanumeric")), to: "kind")
        try await desk.see("New Password") { _ in desk.password?.contains("-") == false }
        try desk.does(.picked(ItemIdentifier("12")), to: "length")
        try await desk.see("New Password") { _ in desk.password?.count == 12 }
        // No longer than the site takes.
        guard case .picker(let lengths) = desk.content("length") else {
            Issue.record("no lengths are offered")
            return
        }
        #expect(lengths.options.map(\.title) == ["8", "12", "16", "20", "24"])
        let chosen = try #require(desk.password)
        try desk.press("use")
        #expect(
            await desk.answer()
                == .generatedPasswords([ASGeneratedPassword(kind: .alphanumeric, value: chosen)]))
    }

    @Test func `are made of as many words as are wanted`() async throws {
        let desk = Desk(vault) { $0.prepareInterface(for: request()) }
        try await desk.see("New Password")
        try desk.does(.picked(ItemIdentifier("passphrase")), to: "kind")
        try await desk.see("New Password") { _ in desk.content("words") != nil }
        #expect(desk.content("length") == nil)
        try desk.does(.picked(ItemIdentifier("9")), to: "words")
        try await desk.see("New Password") { _ in desk.password?.split(separator: "-").count ?? 0 >= 9 }
    }

    @Test func `of a kind that the site does not take cannot be used`() async throws {
        let desk = Desk(vault) { $0.prepareInterface(for: request(page: "maxlength: 10; required: [#]")) }
        try await desk.see("New Password")
        try desk.does(.picked(ItemIdentifier("alphanumeric")), to: "kind")
        try await desk.see("New Password") { _ in desk.password == nil }
        #expect(desk.messages == ["No such password keeps the site’s rules."])
        guard case .button(let use) = desk.content("use") else {
            Issue.record("there is no button")
            return
        }
        #expect(!use.isEnabled)
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }
}

extension Desk {
    fileprivate var password: String? {
        if case .text(let text) = content("password") { text.text } else { nil }
    }
}
