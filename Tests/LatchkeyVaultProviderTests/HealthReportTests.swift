import Foundation
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@Suite struct `Health report` {
    private static let good = "vexed-Umbrella7-quartz-lagoon"

    private func report(_ logins: [Login], after years: Double = 0) async throws -> HealthReport {
        let vault = try TestVault()
        try await vault.fill(logins)
        return try await HealthReport.make(of: vault.open(), at: TestVault.now + years * 365 * 24 * 3600)
    }

    private func problems(_ login: Login, after years: Double = 0) async throws -> [HealthReport.Problem] {
        try await report([login], after: years).findings.first?.problems ?? []
    }

    @Test func `reports no problem for a good login`() async throws {
        #expect(try await problems(.test("https://a.example", password: Self.good)) == [])
    }

    /// The last two passwords are weak only because they repeat the user name or site.
    @Test(arguments: [
        ("password", "a.example", "alice"), ("Summer2024", "a.example", "alice"), ("", "a.example", "alice"),
        ("zyxoquevandral1", "a.example", "zyxoquevandral"), ("zyxoquevandral1", "zyxoquevandral.example", "alice"),
    ])
    func `reports a password as weak if it is easy to guess from user and site`(
        password: String, site: String, user: String
    ) async throws {
        let found = try await problems(.test(site, user: user, password: password))
        #expect(found == (password.isEmpty ? [.noPassword] : [.weak]))
        if password.contains("zyxo") {
            #expect(try await problems(.test("a.example", user: "alice", password: password)) == [])
        }
    }

    @Test func `groups the logins that share a password, without the bin`() async throws {
        let vault = try TestVault()
        let ids = try await vault.fill([
            .test("b.example", password: Self.good), .test("a.example", password: Self.good),
            .test("c.example", password: Self.good + "-other"), .test("d.example", password: Self.good),
        ])
        try vault.open().remove(ids[3])
        let report = try await HealthReport.make(of: vault.open(), at: TestVault.now)
        #expect(report.reusedGroups.map { $0.map(\.id) } == [[ids[1], ids[0]]])
        #expect(report.findings.map(\.overview.id) == [ids[1], ids[0]])
        #expect(report.findings.map(\.problems) == [[.reused], [.reused]])
        #expect(report.count == 3)
    }

    @Test func `does not report empty or missing passwords or one login's sites as reused`() async throws {
        var withPasskey = Login.test("c.example", password: "")
        withPasskey.passkeys = [
            Passkey(
                description: PasskeyDescription(
                    relyingPartyIdentifier: "c.example", credentialID: Data([1]), userHandle: Data([2]),
                    userName: "alice"), privateKey: Secret("key"))
        ]
        let twice = Login(
            title: "Two sites", user: "alice", password: Secret(Self.good),
            sites: ["https://a.example", "https://www.a.example", "https://b.example"].compactMap { Site($0) })
        let report = try await report([
            twice, withPasskey, withPasskey, .test("d.example", password: ""), .test("e.example", password: ""),
            Login(title: "A note", user: "alice"),
        ])
        #expect(report.reusedGroups.isEmpty)
        #expect(report.findings.map(\.problems) == [[.noPassword], [.noPassword]])
        #expect(report.findings.map(\.overview.title) == ["d.example", "e.example"])
    }

    @Test func `reports a password as old one year after its last change`() async throws {
        let login = Login.test("a.example", password: Self.good)
        #expect(try await problems(login, after: 0.99) == [])
        #expect(try await problems(login, after: 1.01) == [.old])
        var changed = login
        changed.history = [PastPassword(password: Secret("before"), replaced: TestVault.now + 300 * 24 * 3600)]
        #expect(try await problems(changed, after: 1.01) == [])
        changed.history[0] = PastPassword(password: Secret("before"), replaced: TestVault.now - 24 * 3600)
        #expect(try await problems(changed, after: 1.0) == [.old])
    }

    @Test(arguments: [
        (["http://a.example"], true), (["http://a.example", "http://b.example/x"], true),
        (["http://a.example", "https://a.example"], false), (["a.example"], false), (["http://localhost:8080"], false),
        (["http://127.0.0.1"], false), (["android://hash@com.example/"], false), ([], false),
    ])
    func `reports a login as unencrypted if all its sites use http`(sites: [String], isFound: Bool) async throws {
        let login = Login(
            title: "A", user: "alice", password: Secret(Self.good), sites: sites.compactMap { Site($0) })
        #expect(try await problems(login) == (isFound ? [.unencrypted] : []))
    }

    @Test func `ignores hidden passkeys`() async throws {
        var login = Login.test("https://github.com", password: "")
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        login.passkeys = [try TestRelyingParty.passkey().passkey]
        #expect(try await problems(login) == [])
        login.hiddenPasskeys = [login.passkeys[0].description.credentialID]
        #expect(try await problems(login) == [.noPassword])
        login.password = Secret(Self.good)
        #expect(try await problems(login) == [.passkeyPossible])
    }

    @Test func `reports sites that support one-time codes and passkeys`() async throws {
        var login = Login.test("https://gist.github.com/login", password: Self.good)
        #expect(try await problems(login) == [.codePossible, .passkeyPossible])
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        #expect(try await problems(login) == [.passkeyPossible])
        #expect(try await problems(.test("pypi.org", password: Self.good)) == [.codePossible])
        #expect(try await problems(.test("npmjs.com", password: Self.good)) == [])
        #expect(try await problems(.test("github.com.evil.example", password: Self.good)) == [])
    }

    @Test func `prefers the user's list of supported factors`() throws {
        let sites = { (text: String) in [Site(text)].compactMap { $0 } }
        let list = try SecondFactorList.builtIn.adding(
            Data(#"{"Example.com": ["code", "passkey"], "github.com": ["code"], "pypi.org": []}"#.utf8))
        #expect(list.possible(at: sites("https://login.example.com")) == [.code, .passkey])
        #expect(list.possible(at: sites("https://github.com")) == .code)
        #expect(list.possible(at: sites("https://pypi.org")) == [])
        #expect(list.possible(at: sites("https://gitlab.com")) == .code)
        #expect(try SecondFactorList.builtIn.adding(fileAt: "/nonexistent/file") == .builtIn)
    }

    @Test(arguments: [
        ("", SecondFactorList.Mistake.notSites), ("[]", .notSites), (#"{"example.com": "code"}"#, .notSites),
        (#"{"www.example.com": ["code"]}"#, .domain("www.example.com")), (#"{"com": ["code"]}"#, .domain("com")),
        (#"{"https://example.com": ["code"]}"#, .domain("https://example.com")),
        (#"{"example.com": ["sms"]}"#, .factor("sms", of: "example.com")),
    ])
    func `reports an error in the user's list of factors`(text: String, mistake: SecondFactorList.Mistake) {
        #expect(throws: mistake) { try SecondFactorList.builtIn.adding(Data(text.utf8)) }
    }

    @Test func `checks more logins than one batch`() async throws {
        let report = try await report(
            (0..<600).map { .test("site\($0).example", password: $0 == 599 ? "password" : "\(Self.good)-\($0)") })
        #expect(report.count == 600)
        #expect(report.findings.map(\.overview.title) == ["site599.example"])
    }

    @Test func `throws for a damaged vault`() async throws {
        let vault = try TestVault()
        try await vault.fill([.test("a.example"), .test("b.example")])
        let open = try vault.open()
        try vault.damageDetails()
        await #expect(throws: VaultError.self) { _ = try await HealthReport.make(of: open, at: TestVault.now) }
    }
}
