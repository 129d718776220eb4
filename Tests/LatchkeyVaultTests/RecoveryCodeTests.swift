import LatchkeyCore
import LatchkeyTesting
@testable import LatchkeyVault
import Testing

@Suite struct `Recovery code` {
    @Test func `a recovery code has seven groups of four characters`() {
        let text = RecoveryCode().formatted.reveal()
        #expect(text.utf8.count == 34)
        #expect(text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 4])
    }

    @Test func `new recovery codes are unique`() {
        #expect(Set((0..<200).map { _ in RecoveryCode().formatted.reveal() }).count == 200)
    }

    @Test(
        arguments: [
            { $0 }, { $0.lowercased() }, { $0.replacing("-", with: "") }, { $0.replacing("-", with: " ") },
            { " " + $0 + "\n" }, { $0.replacing("0", with: "O").replacing("1", with: "l") },
            { $0.replacing("0", with: "o").replacing("1", with: "I") },
        ] as [@Sendable (String) -> String])
    func `parses a recovery code in any case, with spaces or dashes, and with similar letters`(
        change: @Sendable (String) -> String
    ) throws {
        for _ in 0..<50 {
            let code = RecoveryCode()
            #expect(try RecoveryCode(typed: Secret(change(code.formatted.reveal()))) == code)
        }
    }

    @Test func `locates any single wrong character of a recovery code`() {
        let text = Array(RecoveryCode().formatted.reveal().replacing("-", with: "").utf8)
        for place in text.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8 where other != text[place] {
                var wrong = text
                wrong[place] = other
                #expect(throws: RecoveryCode.Mistake.typo(place: place)) {
                    try RecoveryCode(typed: Secret(copying: wrong))
                }
            }
        }
    }

    @Test func `detects every exchange of two characters of a recovery code`() {
        let text = Array(RecoveryCode().formatted.reveal().replacing("-", with: "").utf8)
        for first in text.indices {
            for second in text.indices where second > first && text[first] != text[second] {
                var wrong = text
                wrong.swapAt(first, second)
                #expect(throws: RecoveryCode.Mistake.self) { try RecoveryCode(typed: Secret(copying: wrong)) }
            }
        }
    }

    @Test func `detects up to three wrong characters of a recovery code`() throws {
        let text = Array(RecoveryCode().formatted.reveal().replacing("-", with: "").utf8)
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        try forAll(Generator<Int>.int(in: 0...27).list(upTo: 3), Generator<Int>.int(in: 0...31).list(upTo: 3)) {
            places, symbols in
            var wrong = text
            for (place, symbol) in zip(places, symbols) { wrong[place] = alphabet[symbol] }
            let accepted = (try? RecoveryCode(typed: Secret(copying: wrong))) != nil
            return accepted == (wrong == text)
        }
    }

    @Test(
        arguments: [
            ("", .tooShort(missing: 28)), ("0000-0000", .tooShort(missing: 20)),
            (String(repeating: "0", count: 29), .tooLong(excess: 1)), ("00U0", .unknownCharacter(place: 2)),
            ("é", .unknownCharacter(place: 0)),
        ] as [(String, RecoveryCode.Mistake)])
    func `reports the error in a typed recovery code`(text: String, mistake: RecoveryCode.Mistake) {
        #expect(throws: mistake) { try RecoveryCode(typed: Secret(text)) }
    }
}
