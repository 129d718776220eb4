import Foundation
import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Kinds of entries` {
    private static func overview(_ login: Login) -> Overview {
        Overview(
            id: RecordIdentifier(), revision: 1, login: login, digest: nil,
            created: Date(timeIntervalSince1970: 1), changed: Date(timeIntervalSince1970: 2))
    }

    private static let tag = [UInt8](repeating: 7, count: 16)

    @Test(arguments: [EntryKind.note, .card, EntryKind(rawValue: 0), EntryKind(rawValue: 200)])
    func `stores the kind of an entry, also one of a later version`(kind: EntryKind) throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let login = Login(
            kind: kind, title: "A", notes: Secret("n"),
            fields: [CustomField(name: "F", value: Secret("v"), isConcealed: true)])
        let id = try vault.add(login).id
        let record = try file.unlock().record(id)
        #expect(record.login == login)
        #expect(record.overview.kind == kind)
        // Marking, removing, restoring and editing keep it.
        try vault.markUsed(id)
        try vault.remove(id)
        try vault.restore(id)
        try vault.edit(id) { $0.title = "B" }
        #expect(try file.unlock().overview(id).kind == kind)
    }

    @Test func `stores no kind for a login, so that older files are files of logins`() throws {
        func tags(_ login: Login) throws -> [UInt8] {
            let bytes = Self.overview(login).encoded(detailsTag: Self.tag)
            var reader = try FieldReader(bytes[...], prefixCount: 16)
            var tags: [UInt8] = []
            while let field = try reader.next() { tags.append(field.tag) }
            return tags
        }
        #expect(try tags(Login(title: "A")) == [1, 4, 6, 7])
        #expect(try tags(Login(kind: .note, title: "A")) == [1, 4, 6, 7, 16])
    }

    @Test func `stores the sites on whose hosts a login is never suggested`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let field = CustomField(
            name: Login.excludedAddressField, value: Secret("https://never.example/x"), isConcealed: false)
        let id = try vault.add(Login(title: "A", fields: [field])).id
        #expect(try file.unlock().overview(id).excludedSites.map(\.text) == ["https://never.example/x"])
        try vault.markUsed(id)
        #expect(try file.unlock().overview(id).excludedSites.map(\.text) == ["https://never.example/x"])
        try vault.edit(id) { $0.fields = [] }
        #expect(try file.unlock().overview(id).excludedSites == [])
        // Notes are never suggested anyway.
        #expect(Login(kind: .note, title: "A", fields: [field]).excludedSites == [])
    }

    @Test func `rejects a kind that is not one byte, or occurs twice`() throws {
        let overview = Self.overview(Login(title: "A"))
        for bytes in [[], [2, 2]] as [[UInt8]] {
            var changed = overview
            changed.unknownFields = [UnknownField(tag: 16, bytes: bytes)]
            let encoded = changed.encoded(detailsTag: Self.tag)
            #expect(throws: MalformedFields.self) {
                try Overview(id: overview.id, revision: 1, decoding: encoded[...])
            }
        }
        var twice = overview
        twice.unknownFields = [UnknownField(tag: 16, bytes: [2]), UnknownField(tag: 16, bytes: [2])]
        let encoded = twice.encoded(detailsTag: Self.tag)
        #expect(throws: MalformedFields.self) { try Overview(id: overview.id, revision: 1, decoding: encoded[...]) }
    }

    @Test func `finds only logins by their account`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let site = try #require(Site("https://a.example"))
        for kind in [EntryKind.login, .note, EntryKind(rawValue: 9)] {
            try vault.add(Login(kind: kind, title: "\(kind.rawValue)", user: "u", password: Secret("p"), sites: [site]))
        }
        var found: [String] = []
        try vault.forEachOverview(matching: [.user("u", host: "a.example")]) { found.append($0.title) }
        #expect(found == ["1"])
        found = []
        try vault.transaction { transaction in
            try transaction.forEachOverview(matching: [.user("u", host: "a.example")]) { found.append($0.title) }
        }
        #expect(found == ["1"])
        #expect(try vault.mapLogins { $0.login.title } == ["1"])
        #expect(try vault.overviews().count == 3)
    }

    @Test func `reads the values of a card only from a card`() {
        var card = Login(
            kind: .card, title: "C", fields: [CustomField(name: "PIN", value: Secret("1"), isConcealed: true)])
        #expect(card.value(of: .pin) == Secret("1"))
        #expect(card.value(of: .number) == nil)
        card.kind = .login
        #expect(card.value(of: .pin) == nil)
    }

    @Test func `conceals number, security code and PIN of a card`() {
        #expect(CardField.allCases.filter(\.isConcealed) == [.number, .securityCode, .pin])
    }

    @Test func `knows the word of each kind`() {
        for kind in [EntryKind.login, .note, .card] { #expect(kind.word.flatMap(EntryKind.init(word:)) == kind) }
        #expect(EntryKind(rawValue: 9).word == nil)
        #expect(EntryKind(word: "passport") == nil)
    }
}
