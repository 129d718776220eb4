import Foundation
import LatchkeyPasswords
import LatchkeyCore

/// The one-time code of a KeePass entry in the notations of KeePassXC, KeePass 2 and their plug-ins.
enum KeePassCode {
    /// The secret as a URI, and the names of the fields that contain it.
    case code(Secret, keys: [String])
    /// Fields of a code whose values are invalid.
    case invalid

    /// `nil` if the entry has no code.
    init?(of entry: KeePassEntry) {
        if let address = entry.secret("otp") {
            self = .code(Self.plainAddress(address), keys: ["otp"])
        } else if let seed = entry.secret("TOTP Seed") {
            // `30;6`, or `30;S` for Steam's.
            let settings = entry.text("TOTP Settings").split(separator: ";").map(String.init)
            let address = Self.address(
                seed, period: settings.first ?? "30", digits: settings.dropFirst().first ?? "6", algorithm: "SHA1")
            self = .code(address, keys: ["TOTP Seed", "TOTP Settings"])
        } else if let found = Self.fields(of: entry, prefix: KeePassCodeKey.timed) {
            self = found
        } else if let found = Self.fields(of: entry, prefix: KeePassCodeKey.counted) {
            self = found
        } else {
            return nil
        }
    }

    /// Reads the fields of KeePass 2, `TimeOtp-…` and `HmacOtp-…`.
    private static func fields(of entry: KeePassEntry, prefix: String) -> KeePassCode? {
        guard let spelling = KeePassCodeKey.Spelling.allCases.first(where: { entry.secret($0.key(prefix)) != nil }),
            let written = entry.secret(spelling.key(prefix))
        else { return nil }
        let isTimed = prefix == KeePassCodeKey.timed
        func text(_ name: String, elseUse standard: String) -> String {
            let text = entry.text(prefix + name)
            return text.isEmpty ? standard : text
        }
        let algorithm = text(KeePassCodeKey.algorithm, elseUse: "HMAC-SHA-1").uppercased().filter { $0 != "-" }
        guard let key = spelling.decode(written),
            let hash = OneTimeCodeSecret.Algorithm(rawValue: String(algorithm.trimmingPrefix("HMAC"))),
            let digits = Int(text(KeePassCodeKey.length, elseUse: "6")),
            let period = Int(text(KeePassCodeKey.period, elseUse: "30")),
            let counter = UInt64(text(KeePassCodeKey.counter, elseUse: "0")),
            let secret = try? OneTimeCodeSecret(
                key: key, algorithm: hash, movingFactor: isTimed ? .time(period: period) : .counter(counter),
                format: .decimal(digits: digits))
        else { return .invalid }
        let parts = [KeePassCodeKey.algorithm, KeePassCodeKey.length]
        let own = isTimed ? KeePassCodeKey.period : KeePassCodeKey.counter
        return .code(secret.address, keys: (parts + [own]).map { prefix + $0 } + [spelling.key(prefix)])
    }

    /// Converts `key=SEED&step=30&size=6`, which the plugin KeeOtp writes, to a URI; returns other texts unchanged.
    private static func plainAddress(_ text: Secret) -> Secret {
        let written = text.reveal()
        guard written.hasPrefix("key=") else { return text }
        var parts: [String: String] = [:]
        for part in written.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1].removingPercentEncoding }
        }
        return address(
            Secret(parts["key"] ?? ""), period: parts["step"] ?? "30", digits: parts["size"] ?? "6",
            algorithm: parts["otpHashMode"] ?? "SHA1")
    }

    private static func address(_ seed: Secret, period: String, digits: String, algorithm: String) -> Secret {
        if digits == "S" { return Secret(joining: [Secret("steam://"), seed]) }
        return Secret(joining: [
            Secret("otpauth://totp/?secret="), seed,
            Secret("&period=\(period)&digits=\(digits)&algorithm=\(algorithm)"),
        ])
    }
}

/// The names of the fields in which KeePass 2 stores a one-time code, after their prefix.
enum KeePassCodeKey {
    static let timed = "TimeOtp"
    static let counted = "HmacOtp"
    static let algorithm = "-Algorithm"
    static let length = "-Length"
    static let period = "-Period"
    static let counter = "-Counter"

    /// The encoding of the key.
    enum Spelling: String, CaseIterable {
        case base32 = "-Secret-Base32"
        case base64 = "-Secret-Base64"
        case hex = "-Secret-Hex"
        case utf8 = "-Secret"

        func key(_ prefix: String) -> String { prefix + rawValue }

        /// `nil` for a text in another encoding.
        func decode(_ text: Secret) -> Secret? {
            switch self {
            case .base32: unsafe text.withBytes { unsafe Base32.decode($0) }
            case .base64: Data(base64Encoded: text.reveal()).map { Secret(copying: $0) }
            case .hex: Self.bytes(ofHex: text.reveal().filter { !$0.isWhitespace }).map { Secret(copying: $0) }
            case .utf8: text
            }
        }

        private static func bytes(ofHex text: String) -> [UInt8]? {
            let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
            let known = digits.compactMap(\.self)
            return stride(from: 0, to: known.count, by: 2).map { UInt8(known[$0] << 4 | known[$0 + 1]) }
        }
    }
}
