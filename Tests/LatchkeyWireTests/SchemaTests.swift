import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyWire

/// Compares the messages with the files in Schemas, which other languages use.
///
/// `Scripts/check-schemas` validates the examples against the schemas; this suite compares them with the Swift types.
@Suite struct SchemaTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let schemas = root.appending(path: "Schemas")

    /// With `LATCHKEY_WRITE_EXAMPLES` the files are written instead of compared.
    private static let writes = ProcessInfo.processInfo.environment["LATCHKEY_WRITE_EXAMPLES"] != nil

    static let names = MessageExample.all.map(\.name)

    @Test(arguments: names) func `the example on disk equals the output of Swift byte for byte`(name: String) throws {
        let example = try #require(MessageExample.all.first { $0.name == name })
        let file = Self.schemas.appending(path: "examples/\(name).json")
        let text = try example.json()
        if Self.writes { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(try example.roundTrip(text) == text)
    }

    /// Every method and notification in the text of the sources, so that none can be missing.
    private static func messages() throws -> [(name: String, isMethod: Bool)] {
        let folder = root.appending(path: "Sources/LatchkeyWire")
        var messages: [(String, Bool)] = []
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for file in files.filter({ $0.hasSuffix(".swift") }).map({ folder.appending(path: $0) }) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(
                of: /struct \w+: (Method|Notification) \{\s+(?:public )?static let name = "([^"]+)"/)
            {
                messages.append((String(match.2.split(separator: "/").last ?? ""), match.1 == "Method"))
            }
        }
        return messages
    }

    @Test func `every message has a schema and an example, and every schema a message`() throws {
        let messages = try Self.messages()
        #expect(messages.count >= 37)
        let expected = Set(
            messages.flatMap { $0.isMethod ? ["\($0.name).params", "\($0.name).result"] : ["\($0.name).params"] } + [
                "error"
            ])
        let onDisk = { (folder: URL) in
            Set(
                try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                    .filter { $0.pathExtension == "json" }.map { $0.deletingPathExtension().lastPathComponent })
        }
        #expect(try onDisk(Self.schemas).subtracting(["common", "sheet"]) == expected)
        #expect(try onDisk(Self.schemas.appending(path: "examples")) == expected)
        #expect(Set(Self.names) == expected)
    }

    @Test func `the protocol's page names every message and every reason`() throws {
        let page = try String(contentsOf: Self.root.appending(path: "Docs/protocol.md"), encoding: .utf8)
        for message in try Self.messages() {
            #expect(page.contains("(../Schemas/\(message.name).params.json)"), "\(message.name) is missing")
            guard message.isMethod else { continue }
            #expect(
                page.contains("(../Schemas/\(message.name).result.json)"), "the result of \(message.name) is missing")
        }
        for reason in RemoteError.Reason.allCases {
            #expect(page.contains("| `\(reason.rawValue)` |"), "\(reason) is missing")
        }
    }

    @Test(arguments: names) func `messages with unknown members are decoded`(name: String) throws {
        let example = try #require(MessageExample.all.first { $0.name == name })
        for value in try Self.objects(of: example) {
            var value = value
            value["aMemberOfLater"] = [["a": 1]]
            try example.decode(Self.text(value))
        }
    }

    @Test(arguments: names) func `a decoding error never contains the value of the member`(name: String) throws {
        let example = try #require(MessageExample.all.first { $0.name == name })
        for value in try Self.objects(of: example) {
            for spoilt in Self.spoilt(value) {
                do {
                    try example.decode(Self.text(spoilt))
                } catch let error as RemoteError {
                    #expect(error.reason == .invalidParameters)
                    #expect(!"\(error)".contains("hunter2"), "\(error)")
                }
            }
        }
    }

    private static func objects(of example: MessageExample) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(example.json().utf8)) as? [[String: Any]])
    }

    private static func text(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed), as: UTF8.self)
    }

    /// Copies of a value, each with one member or element, at any depth, replaced by a secret of another type.
    private static func spoilt(_ value: Any) -> [Any] {
        let secrets: [Any] = ["hunter2", ["hunter2"], ["hunter2": "hunter2"], ["kind": "hunter2"]]
        if let object = value as? [String: Any] {
            return secrets
                + object.flatMap { key, member -> [Any] in
                    spoilt(member).map { object.merging([key: $0]) { $1 } as Any }
                }
        }
        if let list = value as? [Any], let first = list.first {
            return secrets + spoilt(first).map { [$0] + list.dropFirst() as Any }
        }
        return secrets
    }
}
