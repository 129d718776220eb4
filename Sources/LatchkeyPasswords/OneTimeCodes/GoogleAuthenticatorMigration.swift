internal import FoundationEssentials
public import LatchkeyCore

/// What Google Authenticator's transfer of accounts carries: one QR code's worth, which is often a part of several.
///
/// The text is `otpauth-migration://offline?data=` and a protocol-buffer message in Base64. Google has not published the
/// message; its fields are known from the app's own codes. An account that cannot be used is refused alone.
public struct GoogleAuthenticatorMigration: Equatable, Sendable {
    /// An account that cannot be used.
    public struct Refusal: Hashable, Sendable {
        /// Which one it is in this part, counted from 0.
        public let index: Int
        /// Its name there.
        public let name: String
        public let reason: OneTimeCodeError

        package init(index: Int, name: String, reason: OneTimeCodeError) {
            (self.index, self.name, self.reason) = (index, name, reason)
        }
    }

    /// Which part of a transfer this is.
    public struct Part: Hashable, Sendable {
        /// The number that all parts of a transfer share.
        public let transfer: Int32
        /// Counted from 0, always below `count`.
        public let index: Int
        /// From 1 to ``GoogleAuthenticatorMigration/mostParts``.
        public let count: Int

        package init(transfer: Int32, index: Int, count: Int) {
            (self.transfer, self.index, self.count) = (transfer, index, count)
        }
    }

    public private(set) var accounts: [OneTimeCodeSecret] = []
    public private(set) var refusals: [Refusal] = []
    /// Nil when the message does not say, or says something impossible.
    public let part: Part?

    /// Far more than a QR code holds, for files that have several parts' worth in one.
    public static let longestText = 65_536
    public static let mostAccounts = 1000
    public static let mostParts = 100

    /// Reads one address.
    ///
    /// - Throws: ``OneTimeCodeError/notACode`` for anything else, ``OneTimeCodeError/damagedMigration``,
    ///   ``OneTimeCodeError/tooLong(limit:)``.
    public init(parsing text: Secret) throws(OneTimeCodeError) {
        guard text.count <= Self.longestText else { throw .tooLong(limit: Self.longestText) }
        guard let rest = AddressText(text).rest(after: "otpauth-migration://") else { throw .notACode }
        let fields = try MigrationFields(Self.message(in: rest.splitAtQuery().query))
        guard fields.accounts.count <= Self.mostAccounts else { throw .tooLong(limit: Self.mostAccounts) }
        part = fields.part
        for (index, account) in fields.accounts.enumerated() {
            do {
                accounts.append(try account.secret())
            } catch {
                refusals.append(Refusal(index: index, name: account.name, reason: error))
            }
        }
    }

    /// Reads the same from a string.
    public init(parsing text: String) throws(OneTimeCodeError) {
        try self.init(parsing: Secret(text))
    }

    /// The parts of the same transfer that are not among the given ones, counted from 0.
    public static func missingParts(among parts: [GoogleAuthenticatorMigration]) -> [Int] {
        guard let first = parts.lazy.compactMap(\.part).first else { return [] }
        let seen = Set(parts.compactMap(\.part).filter { $0.transfer == first.transfer }.map(\.index))
        return (0..<first.count).filter { !seen.contains($0) }
    }

    /// The bytes of the message: Base64 in either alphabet, percent-encoded or not, padded or not (RFC 4648 §4, §5).
    private static func message(in query: AddressText) throws(OneTimeCodeError) -> [UInt8] {
        var rest: AddressText? = query
        while let current = rest {
            let (pair, others) = current.split(at: UInt8(ascii: "&"))
            rest = others
            let (name, value) = pair.split(at: UInt8(ascii: "="))
            guard name.equals("data"), let value else { continue }
            var text = value.decoded.compactMap { character -> UInt8? in
                switch character {
                case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "+")  // A plus that somebody decoded.
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                case UInt8(ascii: "="), 0x09...0x0D: nil
                default: character
                }
            }
            text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
            guard let message = Data(base64Encoded: Data(text)), !message.isEmpty else { throw .damagedMigration }
            return Array(message)
        }
        throw .damagedMigration
    }
}
