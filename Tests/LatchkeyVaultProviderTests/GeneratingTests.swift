import AuthenticationServices
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Generated passwords` {
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

    @Test func `generates every kind of password without a vault`() async throws {
        let passwords = try await generated(request())
        #expect(passwords.map(\.kind) == [.strong, .alphanumeric, .passphrase])
        #expect(passwords[0].value.split(separator: "-").map(\.count) == [6, 6, 6])
        #expect(passwords[1].value.count == 20)
        #expect(passwords[1].value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        #expect(passwords[2].value.split(separator: "-").count >= 6)
    }

    @Test func `generates passwords while the vault is locked and does not unlock it`() async throws {
        try await vault.fill([.test("example.com")], locked: true)
        #expect(try await generated(request()).count == 3)
        #expect(vault.keychain.isEmpty)
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test(
        arguments: [
            // Rules of the page's fields; the site's known rules if the page has none or invalid ones.
            ("minlength: 10; maxlength: 10", nil, "maxlength: 40; minlength: 40", 10),
            ("minlength: 8", "maxlength: 8", nil, 8), (nil, nil, "minlength: 40; maxlength: 40", 40),
            (nil, "maxlength: 9", "minlength: 40", 9), ("", "", "minlength: 40; maxlength: 40", 40),
            ("what is this?", nil, "maxlength: 12", 12), (nil, nil, nil, 20),
            // Length limits of a field combine with the known rules; rules about characters replace them.
            ("minlength: 8", nil, "minlength: 12; maxlength: 12", 12),
            ("minlength: 8; allowed: digit, lower, upper", nil, "minlength: 12; maxlength: 12", 20),
        ] as [(String?, String?, String?, Int)])
    func `follows the page's password rules`(page: String?, confirm: String?, quirks: String?, length: Int) async throws
    {
        let passwords = try await generated(request(page: page, confirm: confirm, quirks: quirks))
        #expect(passwords.prefix(2).map(\.value.count) == [length, length])
    }

    @Test func `combines the site's known rules with the field's length limits`() async throws {
        let passwords = try await generated(
            request(page: "minlength: 8; maxlength: 30", quirks: "required: [#]; required: upper; allowed: lower"))
        #expect(passwords.map(\.kind) == [.strong])
        #expect(passwords[0].value.contains("#") && passwords[0].value.contains(where: \.isUppercase))
    }

    @Test func `generates only the kinds that the rules allow`() async throws {
        let short = try await generated(request(page: "maxlength: 12; required: [#]; allowed: lower"))
        #expect(short.map(\.kind) == [.strong])
        #expect(short[0].value.contains("#"))
        #expect(try await generated(request(page: "minlength: 9; maxlength: 8")).isEmpty)
    }

    @Test func `lets the user choose a password in a sheet`() async throws {
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request(quirks: "maxlength: 24;")) }
        try await driver.waitForSheet("New Password")
        #expect(driver.content("site") == .paragraph("For example.com"))
        let first = try #require(driver.password)
        #expect(first.count == 20)
        guard case .strength(let strength) = driver.content("strength") else {
            Issue.record("no strength is shown")
            return
        }
        #expect(strength == Sheet.Strength(score: 4, label: "Strong, centuries to crack"))
        try driver.press("another")
        try await driver.waitForSheet("New Password") { _ in driver.password != first }
        try driver.send(.picked(ItemIdentifier("alphanumeric")), to: "kind")
        try await driver.waitForSheet("New Password") { _ in driver.password?.contains("-") == false }
        try driver.send(.picked(ItemIdentifier("12")), to: "length")
        try await driver.waitForSheet("New Password") { _ in driver.password?.count == 12 }
        // Limited to the site's maximum.
        guard case .picker(let lengths) = driver.content("length") else {
            Issue.record("no lengths are offered")
            return
        }
        #expect(lengths.options.map(\.title) == ["8", "12", "16", "20", "24"])
        let chosen = try #require(driver.password)
        try driver.press("use")
        #expect(
            await driver.answer()
                == .generatedPasswords([ASGeneratedPassword(kind: .alphanumeric, value: chosen)]))
    }

    @Test func `generates a passphrase of the chosen number of words`() async throws {
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("New Password")
        try driver.send(.picked(ItemIdentifier("passphrase")), to: "kind")
        try await driver.waitForSheet("New Password") { _ in driver.content("words") != nil }
        #expect(driver.content("length") == nil)
        try driver.send(.picked(ItemIdentifier("9")), to: "words")
        try await driver.waitForSheet("New Password") { _ in driver.password?.split(separator: "-").count ?? 0 >= 9 }
    }

    @Test func `disables a kind that the site's rules exclude`() async throws {
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request(page: "maxlength: 10; required: [#]")) }
        try await driver.waitForSheet("New Password")
        try driver.send(.picked(ItemIdentifier("alphanumeric")), to: "kind")
        try await driver.waitForSheet("New Password") { _ in driver.password == nil }
        #expect(driver.messages == ["The site’s rules do not allow such a password."])
        guard case .button(let use) = driver.content("use") else {
            Issue.record("there is no button")
            return
        }
        #expect(!use.isEnabled)
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }
}

extension SheetDriver {
    fileprivate var password: String? {
        if case .text(let text) = content("password") { text.text } else { nil }
    }
}
