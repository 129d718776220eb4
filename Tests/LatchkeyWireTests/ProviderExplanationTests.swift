import Foundation
import LatchkeyWire
import Testing

@Suite struct `A provider's explanation` {
    @Test(arguments: [nil, "", " \n", "\u{202E}\u{200B}"]) func `an explanation without visible characters is nil`(
        reason: String?
    ) {
        #expect(ProviderExplanation(reason: reason, suggestion: "help") == nil)
    }

    @Test func `an explanation is one line without control characters`() throws {
        let explanation = try #require(
            ProviderExplanation(reason: "a\nb\u{1B}[2Jc\u{202E}d", suggestion: "\u{7}"))
        #expect(explanation.reason == "a b [2Jc d")
        #expect(explanation.suggestion == nil)
    }

    @Test func `an explanation is cut to 512 bytes, between two characters`() throws {
        let text = String(repeating: "ä", count: 400)
        let explanation = try #require(ProviderExplanation(reason: text, suggestion: "x" + text))
        #expect(explanation.reason == String(repeating: "ä", count: 256))
        #expect(explanation.suggestion == "x" + String(repeating: "ä", count: 255))
    }

    @Test func `a decoded explanation is cut and cleaned`() throws {
        let long = String(repeating: "x", count: 600)
        let json = Data("{\"reason\":\"a\\nb\",\"suggestion\":\"\(long)\"}".utf8)
        let read = try JSONDecoder().decode(ProviderExplanation.self, from: json)
        #expect(read.reason == "a b" && read.suggestion?.count == 512)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProviderExplanation.self, from: Data("{\"reason\":\"\"}".utf8))
        }
    }

    @Test(arguments: ["{\"reason\":\" \"}", "{\"reason\":\"\"}", "{}", "{\"reason\":5}", "5", "null"])
    func `a malformed explanation does not invalidate its answer`(text: String) throws {
        let answer = ProviderAnswer.cancelled(
            domain: "D", code: 3, explanation: ProviderExplanation(reason: "why", suggestion: nil))
        let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
        let other = json.replacing("{\"reason\":\"why\"}", with: text)
        #expect(other != json)
        let read = try JSONDecoder().decode(ProviderAnswer.self, from: Data(other.utf8))
        #expect(read == .cancelled(domain: "D", code: 3, explanation: nil))
    }
}
