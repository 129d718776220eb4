import Foundation
import Testing

@testable import LatchkeyWire

@Suite struct ProviderIdentifierTests {
    @Test(arguments: [
        "org.latchkey.vault", "a", "A", "0", "com.example.App-1", "com.example.", "a..b", "com.1password.1password",
        String(repeating: "a", count: 155),
    ])
    func `accepts bundle identifiers`(text: String) throws {
        #expect(try ProviderIdentifier(text).rawValue == text)
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "-rf", "a/b", "../a", "a\\b", "a b", "a\0b", "a\n", "a_b", "é", "а", "a\u{301}",
        "a:b", "~", "*",
        String(repeating: "a", count: 156),
    ])
    func `rejects identifiers that are not safe folder names`(text: String) throws {
        #expect(throws: ProviderIdentifierError()) { try ProviderIdentifier(text) }
        let json = try JSONEncoder().encode([text])
        #expect(throws: (any Error).self) { try JSONDecoder().decode([ProviderIdentifier].self, from: json) }
    }

    @Test func `a provider identifier is a JSON string and sorts by its letters`() throws {
        let first = try ProviderIdentifier("org.a")
        let second = try ProviderIdentifier("org.b")
        #expect(first < second && !(second < first))
        #expect(String(decoding: try JSONEncoder().encode([first]), as: UTF8.self) == #"["org.a"]"#)
        #expect(try JSONDecoder().decode([ProviderIdentifier].self, from: Data(#"["org.a"]"#.utf8)) == [first])
        #expect("\(first)" == "org.a")
    }
}
