import Foundation
import LatchkeyCore
import LatchkeyWire
import Testing

@testable import LatchkeySystem

@Suite struct AnchorFileTests {
    private let folder: TemporaryFolder
    private let file: AnchorFile
    private var path: String { folder.path + "/latchkey/anchors.json" }

    init() throws {
        folder = try TemporaryFolder()
        file = AnchorFile(try Locations(environment: ["HOME": "/nowhere", "XDG_STATE_HOME": folder.path]))
    }

    private static func anchor(_ revision: Int, vault: UInt8 = 1) -> StoredAnchor {
        StoredAnchor(
            vault: Data(repeating: vault, count: 16), revision: revision, chain: Data(repeating: 2, count: 32),
            inboxKey: Data(repeating: 3, count: 32), date: 1_800_000_000)
    }

    private static let invalid = """
        {"version":1,"anchors":{"org.example.vault":{"inboxAuthenticationKey":"AAAA","anchor":{"vault":"","revision":-1,\
        "chain":"","inboxKey":"","date":0}}}}
        """

    private static var provider: ProviderIdentifier { get throws { try ProviderIdentifier("org.example.vault") } }

    private func store(_ anchor: StoredAnchor, replacing: Bool = false) throws {
        try file.write(anchor, of: Self.provider, replacing: replacing)
    }

    private func stored() throws -> GetAnchor.Result { try file.read(Self.provider) }

    @Test func `keeps the highest revision of a vault`() throws {
        #expect(try stored() == GetAnchor.Result())
        try store(Self.anchor(5))
        try store(Self.anchor(7))
        try store(Self.anchor(6))
        #expect(try stored().anchor == Self.anchor(7))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `replaces a higher revision or another vault only on request`() throws {
        try store(Self.anchor(5))
        try store(Self.anchor(9, vault: 8))
        #expect(try stored().anchor == Self.anchor(5))
        try store(Self.anchor(3), replacing: true)
        #expect(try stored().anchor == Self.anchor(3))
        try store(Self.anchor(2, vault: 8), replacing: true)
        #expect(try stored().anchor == Self.anchor(2, vault: 8))
    }

    @Test func `draws a key for each vault and keeps it for later revisions`() throws {
        try store(Self.anchor(1))
        let key = try stored().inboxAuthenticationKey
        #expect(key?.count == 32)
        try store(Self.anchor(2))
        try store(Self.anchor(1), replacing: true)
        #expect(try stored().inboxAuthenticationKey == key)
        try store(Self.anchor(1, vault: 8), replacing: true)
        #expect(try stored().inboxAuthenticationKey != key)
    }

    @Test func `notes a pending state until the next write`() throws {
        try file.prepare(Self.anchor(1, vault: 8), of: Self.provider)
        #expect(try stored() == GetAnchor.Result())
        try store(Self.anchor(5))
        try file.prepare(Self.anchor(1, vault: 8), of: Self.provider)
        #expect(try stored().pending == Self.anchor(1, vault: 8))
        #expect(try stored().anchor == Self.anchor(5))
        try store(Self.anchor(4))
        #expect(try stored().pending != nil)
        try store(Self.anchor(6))
        #expect(try stored().pending == nil)
    }

    @Test func `keeps the anchors of two providers apart`() throws {
        try store(Self.anchor(5))
        let other = try ProviderIdentifier("org.example.other")
        #expect(try file.read(other) == GetAnchor.Result())
        try file.write(Self.anchor(1, vault: 8), of: other, replacing: false)
        #expect(try stored().anchor == Self.anchor(5))
    }

    @Test(arguments: [
        "", "{\"version\":", "{\"version\":1}", "[]", invalid, String(repeating: " ", count: 1 << 20 + 1),
    ])
    func `an unreadable file is not a missing one, and only a replacing write repairs it`(content: String) throws {
        #expect(file.problem == nil)
        try store(Self.anchor(5))
        #expect(file.problem == nil)
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(throws: AnchorFile.Problem.self) { try stored() }
        #expect(throws: AnchorFile.Problem.self) { try store(Self.anchor(9)) }
        #expect(throws: AnchorFile.Problem.self) { try file.prepare(Self.anchor(9), of: Self.provider) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(content.utf8))
        let problem = try #require(file.problem)
        #expect(problem.sentence.contains(path))
        #expect(problem.hint.contains("run \"latchkey-vault accept\""))
        try store(Self.anchor(1), replacing: true)
        #expect(try stored().anchor == Self.anchor(1))
        #expect(file.problem == nil)
        // Another provider may have had an anchor in the damaged file.
        let other = try ProviderIdentifier("org.example.other")
        #expect(throws: AnchorFile.Problem.self) { try file.read(other) }
        try file.write(Self.anchor(1, vault: 8), of: other, replacing: true)
        #expect(try file.read(other).anchor == Self.anchor(1, vault: 8))
    }

    @Test func `does not follow a link, and a replacing write removes it`() throws {
        try store(Self.anchor(5))
        let target = folder.path + "/target"
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(file.problem?.sentence.contains("cannot be read: Too many levels of symbolic links: ") == true)
        #expect(throws: AnchorFile.Problem.self) { try stored() }
        try store(Self.anchor(1), replacing: true)
        #expect(try stored().anchor == Self.anchor(1))
    }

    @Test func `does not replace the file of a newer version`() throws {
        try store(Self.anchor(5))
        let newer = Data("{\"version\":2,\"states\":[]}".utf8)
        try newer.write(to: URL(filePath: path))
        #expect(throws: AnchorFile.Problem.self) { try stored() }
        #expect(throws: AnchorFile.Problem.self) { try store(Self.anchor(9), replacing: true) }
        #expect(try Data(contentsOf: URL(filePath: path)) == newer)
        #expect(file.problem?.cause == .newerVersion(2))
        #expect(file.problem?.hint.contains("run \"mv \(path) \(path).newer\"") == true)
    }

    @Test func `concurrent writers lose no higher revision`() async throws {
        let file = file
        let provider = try Self.provider
        try await withThrowingTaskGroup(of: Void.self) { group in
            for revision in 1...40 {
                group.addTask { try file.write(Self.anchor(revision), of: provider, replacing: false) }
            }
            try await group.waitForAll()
        }
        #expect(try stored().anchor?.revision == 40)
    }
}
