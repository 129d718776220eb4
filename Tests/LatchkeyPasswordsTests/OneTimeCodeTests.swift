import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Subprocess
import Testing

/// The keys of RFC 6238 appendix B: the digits 1234567890 repeated to the length of the hash.
private func vectorKey(_ count: Int) -> Secret {
    Secret(String(repeating: "1234567890", count: 7).prefix(count).description)
}

@Suite struct `One-time codes` {
    @Test(
        arguments: [
            // RFC 4226 appendix D.
            (0, "755224"), (1, "287082"), (2, "359152"), (3, "969429"), (4, "338314"),
            (5, "254676"), (6, "287922"), (7, "162583"), (8, "399871"), (9, "520489"),
        ] as [(UInt64, String)])
    func `HOTP codes match RFC 4226`(counter: UInt64, expected: String) throws {
        let secret = try OneTimeCodeSecret(key: vectorKey(20), movingFactor: .counter(counter))
        let code = try secret.code(at: Date(timeIntervalSince1970: 0))
        #expect(code.text.reveal() == expected)
        #expect(code.validUntil == nil)
        #expect(code.secondsLeft(at: .now) == nil)
    }

    @Test(
        arguments: [
            // RFC 6238 appendix B: SHA-1, SHA-256, SHA-512.
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ] as [(Double, String, String, String)])
    func `TOTP codes match RFC 6238`(time: Double, sha1: String, sha256: String, sha512: String) throws {
        for (algorithm, count, expected) in [
            (OneTimeCodeSecret.Algorithm.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            for digits in 6...8 {
                let secret = try OneTimeCodeSecret(
                    key: vectorKey(count), algorithm: algorithm, format: .decimal(digits: digits))
                let code = try secret.code(at: Date(timeIntervalSince1970: time))
                #expect(code.text.reveal() == String(expected.suffix(digits)))
            }
        }
    }

    @Test(
        arguments: [
            // Computed with pyotp's contrib.Steam.
            ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59, "PV9M4"),
            ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1_111_111_109, "PY4YB"),
            ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1_234_567_890, "VHHQY"),
            ("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 0, "XQCRV"), ("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 30, "WD6N6"),
            ("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 1_600_000_000, "DX7R6"),
        ] as [(String, Double, String)])
    func `Steam codes match pyotp`(key: String, time: Double, expected: String) throws {
        let secret = try OneTimeCodeSecret(parsing: "steam://\(key)")
        #expect(try secret.code(at: Date(timeIntervalSince1970: time)).text.reveal() == expected)
    }

    @Test(
        arguments: [
            // Time, seconds left, end of the period of 30 s.
            (0, 30, 30), (29, 1, 30), (29.5, 1, 30), (29.999, 1, 30), (30, 30, 60), (30.001, 30, 60), (59, 1, 60),
        ] as [(Double, Int, Double)])
    func `a code changes at the period boundary and reports the remaining seconds`(time: Double, left: Int, end: Double)
        throws
    {
        let date = Date(timeIntervalSince1970: time)
        let secret = try OneTimeCodeSecret(key: vectorKey(20))
        let code = try secret.code(at: date)
        #expect(code.validUntil == Date(timeIntervalSince1970: end))
        #expect(code.secondsLeft(at: date) == left)
        #expect(code.text.reveal() == (time < 30 ? "755224" : "287082"))
    }

    @Test func `an expired code has 0 seconds left`() throws {
        let secret = try OneTimeCodeSecret(parsing: "JBSWY3DPEHPK3PXP")
        let first = try secret.code(at: Date(timeIntervalSince1970: 1_599_999_989))
        let second = try secret.code(at: Date(timeIntervalSince1970: 1_599_999_990))
        #expect(first.text != second.text)
        #expect(first.secondsLeft(at: Date(timeIntervalSince1970: 1_599_999_990)) == 0)
        #expect(first.secondsLeft(at: Date(timeIntervalSince1970: 2_000_000_000)) == 0)
        #expect(first.secondsLeft(at: .distantPast) == 30)
    }

    @Test(arguments: [1, 15, 30, 60, 86_400]) func `a code lasts one period`(period: Int) throws {
        let secret = try OneTimeCodeSecret(key: vectorKey(20), movingFactor: .time(period: period))
        // The code of counter 9.
        let code = try secret.code(at: Date(timeIntervalSince1970: Double(period * 9)))
        #expect(code.text.reveal() == "520489")
        #expect(code.secondsLeft(at: Date(timeIntervalSince1970: Double(period * 9))) == period)
    }

    @Test(
        arguments: [
            -1, -0.5, -1e9, -1e300, -.infinity, .infinity, .nan, 1e19, 1e300, .greatestFiniteMagnitude,
        ] as [Double])
    func `throws for a time before 1970 or beyond 64 bits`(time: Double) throws {
        let secret = try OneTimeCodeSecret(key: vectorKey(20))
        #expect(throws: OneTimeCodeError.timeOutOfRange) { try secret.code(at: Date(timeIntervalSince1970: time)) }
    }

    @Test(arguments: [0, 1e10, 9e15, 9e18] as [Double])
    func `computes codes for the earliest and latest times`(time: Double) throws {
        for period in [1, 30, 86_400] {
            let secret = try OneTimeCodeSecret(key: vectorKey(20), movingFactor: .time(period: period))
            #expect(try secret.code(at: Date(timeIntervalSince1970: time)).text.count == 6)
        }
    }

    @Test func `advances the counter, which does not wrap around`() throws {
        let secret = try OneTimeCodeSecret(key: vectorKey(20), movingFactor: .counter(.max - 1), account: "ada")
        let next = try secret.advanced()
        #expect(next.movingFactor == .counter(.max))
        #expect(next.account == "ada")
        #expect(throws: OneTimeCodeError.counterExhausted) { try next.advanced() }
        let timed = try OneTimeCodeSecret(key: vectorKey(20))
        #expect(try timed.advanced() == timed)
    }

    @Test(.enabled(if: OathTool.isInstalled, "needs oathtool"))
    func `codes match oathtool for a hundred random keys and times`() async throws {
        var source = SeededGenerator()
        for _ in 0..<100 {
            let key = (0..<Int.random(in: 1...64, using: &source)).map { _ in UInt8.random(in: 0...255, using: &source)
            }
            let time = Int.random(in: 0...99_999_999_999, using: &source)
            let digits = Int.random(in: 6...8, using: &source)
            let period = Int.random(in: 1...600, using: &source)
            let algorithm = try #require(OneTimeCodeSecret.Algorithm.allCases.randomElement(using: &source))
            let secret = try OneTimeCodeSecret(
                key: Secret(copying: key), algorithm: algorithm, movingFactor: .time(period: period),
                format: .decimal(digits: digits))
            let code = try secret.code(at: Date(timeIntervalSince1970: Double(time)))
            let expected = try await OathTool.run([
                "--totp=\(algorithm.rawValue)", "--digits=\(digits)", "--time-step-size=\(period)s", "--now=@\(time)",
                key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
            ])
            #expect(code.text.reveal() == expected)
        }
    }
}

/// The program of Debian's package `oathtool`.
private enum OathTool {
    static let path = "/usr/bin/oathtool"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

    static func run(_ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name("oathtool"), arguments: Arguments(arguments), output: .string(limit: 4096), error: .discarded
        )
        return result.standardOutput.trimmingCharacters(in: .newlines)
    }
}
