import Foundation
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Identity store` {
    private let folder: TemporaryFolder
    private let first: ProviderIdentifier
    private let second: ProviderIdentifier
    private let store: IdentityStore

    init() throws {
        folder = try TemporaryFolder()
        first = try .first
        second = try .second
        store = try .open(folder)
    }

    // MARK: Apple's rules

    @Test func `a provider reads only its own identities`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        try await store.change(.save, [.password("berta", at: "example.com")], of: second)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com")])
        #expect(try await store.all(of: second) == [.password("berta", at: "example.com")])
    }

    @Test func `keeps and replaces the detail of an identity`() async throws {
        var identity = CredentialIdentity.password("anna", at: "example.com", record: "1")
        for detail in ["Work", "", nil, "Hömework"] {
            identity.detail = detail
            try await store.change(.save, [identity], of: first)
            #expect(try await store.all(of: first) == [identity])
        }
    }

    @Test func `keeps and replaces a passkey's display name and last use`() async throws {
        var identity = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [1])
        for (name, time) in [("Anna", 5), (nil, 0), ("", nil), (nil, .max), (nil, nil), ("B", -7)]
            as [(String?, Int64?)]
        {
            identity.displayName = name
            identity.lastUse = time
            try await store.change(.save, [identity], of: first)
            #expect(try await store.all(of: first) == [identity])
        }
    }

    @Test(arguments: [StoreOperation.save, .remove, .replace])
    func `a provider changes only its own identities`(operation: StoreOperation) async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        try await store.change(operation, [.password("anna", at: "example.com", rank: 9)], of: second)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com", rank: 0)])
        try await store.removeAll(of: second)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com", rank: 0)])
    }

    @Test func `a store is writable only while the provider is enabled`() async throws {
        let stranger = try ProviderIdentifier("com.example.stranger")
        await #expect(throws: IdentityStoreError.disabled) { try await store.begin(.save, for: stranger) }
        await #expect(throws: IdentityStoreError.disabled) { try await store.removeAll(of: stranger) }
        #expect(try await store.state(of: stranger) == .init(isEnabled: false, supportsIncrementalUpdates: false))
        store.enable(stranger)
        try await store.change(.save, [.password("anna", at: "example.com")], of: stranger)
        #expect(try await store.all(of: stranger).count == 1)
    }

    @Test func `rejects a change that was begun before the provider was disabled`() async throws {
        let change = try await store.begin(.save, for: first)
        try await store.add([.password("anna", at: "example.com")], to: change, of: first)
        try await store.disable(first)
        await #expect(throws: IdentityStoreError.unknownChange) { try await store.commit(change, of: first) }
        store.enable(first)
        #expect(try await store.all(of: first) == [])
    }

    @Test func `disabling a provider removes its identities`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        try await store.change(.save, [.password("berta", at: "example.com")], of: second)
        try await store.disable(first)
        #expect(try store.users(at: "example.com") == ["berta"])
        #expect(try await store.state(of: first) == .init(isEnabled: false, supportsIncrementalUpdates: false))
        store.enable(first)
        #expect(try await store.all(of: first) == [])
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
    }

    @Test func `the files have no bytes of a disabled provider's identities`() async throws {
        try await store.change(.save, [.password("unmistakable-user", at: "unmistakable.example")], of: first)
        try await store.disable(first)
        for name in try folder.names {
            let bytes = try Data(contentsOf: folder.url.appending(path: name))
            #expect(bytes.range(of: Data("unmistakable".utf8)) == nil, "in \(name)")
        }
    }

    @Test func `opening a store removes the identities of disabled providers`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        let again = try IdentityStore.open(folder, enabled: [second])
        again.enable(first)
        #expect(try await again.all(of: first) == [])
    }

    @Test(arguments: [StoreOperation.save, .replace])
    func `a store supports incremental updates after a save`(operation: StoreOperation) async throws {
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
        try await store.change(operation, [.password("anna", at: "example.com")], of: first)
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: true))
        #expect(try await store.state(of: second) == .init(isEnabled: true, supportsIncrementalUpdates: false))
        let again = try IdentityStore.open(folder)
        #expect(try await again.state(of: first).supportsIncrementalUpdates)
        try await store.removeAll(of: first)
        #expect(try await store.state(of: first).supportsIncrementalUpdates == false)
    }

    @Test func `a removal does not enable incremental updates`() async throws {
        try await store.change(.remove, [.password("anna", at: "example.com")], of: first)
        #expect(try await store.state(of: first).supportsIncrementalUpdates == false)
    }

    @Test func `replaces an equal identity on save`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com", record: "1", rank: 1)], of: first)
        try await store.change(.save, [.password("anna", at: "example.com", record: "1", rank: 5)], of: first)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com", record: "1", rank: 5)])
    }

    @Test(arguments: [
        CredentialIdentity.password("bert", at: "example.com", record: "1"),
        .password("anna", at: "example.org", record: "1"),
        .password("anna", at: "example.com", record: "2"),
        .password("anna", at: "example.com", record: nil),
        .password("anna", at: "example.com", record: ""),
        .code("anna", at: "example.com"),
        CredentialIdentity(
            kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: "example.com"), user: "anna",
            recordIdentifier: "1"),
    ])
    func `identities with any different field are stored separately`(other: CredentialIdentity) async throws {
        let anna = CredentialIdentity.password("anna", at: "example.com", record: "1")
        try await store.change(.save, [anna], of: first)
        try await store.change(.save, [other], of: first)
        #expect(try await store.all(of: first) == [anna, other])
        try await store.change(.remove, [other], of: first)
        #expect(try await store.all(of: first) == [anna])
    }

    @Test func `passkeys with different credential IDs are stored separately`() async throws {
        let one = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [1])
        let two = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [2])
        try await store.change(.save, [one, two], of: first)
        #expect(try await store.all(of: first) == [one, two])
        var renewed = two
        renewed.userHandle = [8]
        try await store.change(.save, [renewed], of: first)
        #expect(try await store.all(of: first) == [one, renewed])
    }

    @Test func `removes an equal identity of another rank`() async throws {
        try await store.change(
            .save, [.password("anna", at: "a.example", rank: 7), .code("anna", at: "a.example")], of: first)
        let gone = CredentialIdentity.password("nobody", at: "a.example")
        try await store.change(.remove, [.password("anna", at: "a.example", rank: 0), gone], of: first)
        #expect(try await store.all(of: first) == [.code("anna", at: "a.example")])
    }

    @Test func `a replacement replaces all kinds`() async throws {
        let passkey = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [1])
        let old = [passkey, .code("anna", at: "example.com"), .password("anna", at: "example.com")]
        try await store.change(.save, old, of: first)
        try await store.change(.replace, [.password("berta", at: "example.com")], of: first)
        #expect(try await store.all(of: first) == [.password("berta", at: "example.com")])
    }

    @Test func `a replacement updates the ranks of equal identities`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com", rank: 1)], of: first)
        try await store.change(.replace, [.password("anna", at: "example.com", rank: 2)], of: first)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com", rank: 2)])
    }

    @Test func `the last of equal identities in a change is stored`() async throws {
        let twice = [
            CredentialIdentity.password("anna", at: "a.example", rank: 1), .password("anna", at: "a.example", rank: 2),
        ]
        try await store.change(.replace, twice, of: first)
        #expect(try await store.all(of: first) == [.password("anna", at: "a.example", rank: 2)])
    }

    @Test func `reads identities byte for byte as they were saved`() async throws {
        let troubles = ["", "anna | Example", "a\u{0}b", "e\u{301}", "\u{e9}", "\u{202e}gpj.exe", "🗝️", "a\nb\r"]
        let identities = troubles.map {
            CredentialIdentity(
                kind: .password,
                serviceIdentifier: ServiceIdentifier(
                    type: .url, identifier: "https://\($0).example/\($0)", displayName: $0),
                user: $0, recordIdentifier: $0, rank: .max)
        }
        try await store.change(.save, identities, of: first)
        let found = try await store.identities(of: first).identities
        let users: Set<[UInt8]> = Set(found.map { Array($0.user.utf8) })
        let expected: Set<[UInt8]> = Set(troubles.map { Array($0.utf8) })
        #expect(users == expected)
        #expect(Set(found) == Set(identities))
    }

    @Test func `reads the identities of a service and of kinds`() async throws {
        let anna = CredentialIdentity.password("anna", at: "example.com")
        let code = CredentialIdentity.code("anna", at: "example.com")
        let other = CredentialIdentity.password("anna", at: "www.example.com")
        let passkey = CredentialIdentity.passkey("anna", at: "example.com", credentialID: [1])
        try await store.change(.save, [anna, code, other, passkey], of: first)
        let service = ServiceIdentifier(type: .domain, identifier: "example.com", displayName: "Example")
        #expect(try await Set(store.identities(of: first, forService: service).identities) == [anna, code, passkey])
        #expect(try await store.identities(of: first, forService: service, kinds: [.code]).identities == [code])
        #expect(try await Set(store.identities(of: first, kinds: [.password]).identities) == [anna, other])
        #expect(try await store.identities(of: second, forService: service).identities == [])
    }

    @Test func `result pages contain each identity once`() async throws {
        let identities = (0..<25).map { CredentialIdentity.password("user\($0)", at: "example.com") }
        try await store.change(.save, identities, of: first)
        var found: [CredentialIdentity] = []
        var sizes: [Int] = []
        var after: Int?
        repeat {
            let page = try await store.identities(of: first, after: after, limit: 10)
            found += page.identities
            sizes.append(page.identities.count)
            after = page.next
        } while after != nil
        #expect(sizes == [10, 10, 5])
        #expect(found.count == 25 && Set(found) == Set(identities))
    }

    @Test func `a page of identities fits into a frame`() async throws {
        let long = String(repeating: "x", count: 16_000)
        let identities = (0..<20).map { CredentialIdentity.password(long + "\($0)", at: "a.example") }
        try await store.change(.save, identities, of: first)
        #expect(try await store.identities(of: first).identities.count == 8)
        #expect(try await store.all(of: first).count == 20)
    }

    // MARK: Changes in parts

    @Test func `an uncommitted change is not visible`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        let change = try await store.begin(.replace, for: first)
        for index in 0..<5 {
            try await store.add([.password("user\(index)", at: "example.com")], to: change, of: first)
        }
        #expect(try store.users(at: "example.com") == ["anna"])
        try await store.commit(change, of: first)
        #expect(try store.users(at: "example.com") == ["user0", "user1", "user2", "user3", "user4"])
        await #expect(throws: IdentityStoreError.unknownChange) { try await store.commit(change, of: first) }
    }

    @Test func `an abandoned change leaves no identities`() async throws {
        let change = try await store.begin(.save, for: first)
        try await store.add([.password("anna", at: "example.com")], to: change, of: first)
        await store.abandon(change, of: first)
        await store.abandon(change, of: first)
        await #expect(throws: IdentityStoreError.unknownChange) { try await store.commit(change, of: first) }
        #expect(try await store.all(of: first) == [])
    }

    @Test func `a provider cannot use another's change`() async throws {
        let change = try await store.begin(.save, for: first)
        await #expect(throws: IdentityStoreError.unknownChange) {
            try await store.add([.password("anna", at: "example.com")], to: change, of: second)
        }
        await #expect(throws: IdentityStoreError.unknownChange) { try await store.commit(change, of: second) }
        await store.abandon(change, of: second)
        try await store.commit(change, of: first)
    }

    @Test func `a fifth open change of a provider is busy`() async throws {
        var changes: [Int] = []
        for _ in 0..<4 { changes.append(try await store.begin(.save, for: first)) }
        await #expect(throws: IdentityStoreError.busy) { try await store.begin(.save, for: first) }
        _ = try await store.begin(.save, for: second)
        await store.abandon(changes[0], of: first)
        _ = try await store.begin(.save, for: first)
    }

    @Test func `the last committed of two changes wins`() async throws {
        let one = try await store.begin(.replace, for: first)
        let two = try await store.begin(.replace, for: first)
        try await store.add([.password("one", at: "example.com")], to: one, of: first)
        try await store.add([.password("two", at: "example.com")], to: two, of: first)
        try await store.commit(two, of: first)
        try await store.commit(one, of: first)
        #expect(try store.users(at: "example.com") == ["one"])
    }

    @Test func `rejects a too long identity`() async throws {
        let change = try await store.begin(.save, for: first)
        let long = CredentialIdentity.password(String(repeating: "x", count: 16_385), at: "a.example")
        await #expect(throws: IdentityStoreError.identityTooLong) { try await store.add([long], to: change, of: first) }
    }

    @Test func `the store equals a set after random changes`() async throws {
        let users = Generator<String>.element(of: ["anna", "berta", "carla", "dora"])
        let sites = Generator<String>.element(of: ["a.example", "b.example", "nowhere"])
        var source = SeededGenerator()
        var model: [CredentialIdentity: Int] = [:]
        for step in 0..<150 {
            let identities = (0..<Int.random(in: 0...4, using: &source)).map { _ in
                CredentialIdentity.password(users.next(using: &source), at: sites.next(using: &source))
            }
            let operation: StoreOperation = [.save, .remove, .replace, .save][Int.random(in: 0..<4, using: &source)]
            if operation == .replace { model = [:] }
            for identity in identities { model[identity] = operation == .remove ? nil : step }
            let ranked = identities.map {
                var identity = $0
                identity.rank = step
                return identity
            }
            try await store.change(operation, ranked, of: first)
            let expected = model.map {
                var identity = $0
                identity.rank = $1
                return identity
            }
            try #require(try await store.all(of: first) == Set(expected))
        }
        #expect(try await store.verify())
    }
}
