import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Login texts` {
    /// One mark more than the Stream-Safe Text Format allows on a letter (UAX #15 §13).
    private static let tower = "a" + String(repeating: "\u{301}", count: 31)
    private static let changes: [@Sendable (inout Login) -> Void] = [
        { $0.title = tower }, { $0.user = tower }, { $0.password = Secret(tower) }, { $0.notes = Secret(tower) },
        { $0.oneTimeCode = Secret(tower) }, { $0.authenticationType = tower },
        { $0.sites = [Site("https://example.com/" + tower)].compactMap { $0 } },
        { $0.fields = [CustomField(name: tower, value: Secret("1"), isConcealed: false)] },
        { $0.fields = [CustomField(name: "PIN", value: Secret(tower), isConcealed: true)] },
    ]

    @Test(arguments: changes.indices) func `rejects a login with too many combining marks in any text`(index: Int)
        throws
    {
        let file = try VaultFile()
        let vault = try file.create().vault
        let good = try vault.add(Login(title: "Good"))
        guard case .added(let overview) = good else { return }
        var login = Login(title: "Example")
        Self.changes[index](&login)
        #expect(vaultError { try vault.add(login) } == .tooManyMarks)
        #expect(vaultError { try vault.edit(overview.id, Self.changes[index]) } == .tooManyMarks)
        #expect(try vault.overviews().count == 1)
    }

    @Test func `accepts combining marks as in all languages`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let text = "a" + String(repeating: "\u{301}", count: 30)
        try vault.add(Login(title: text, user: "Łukasz Nguyễn", notes: Secret("हिन्दी")))
        #expect(try vault.overviews().overviews.map(\.title) == [text])
    }
}
