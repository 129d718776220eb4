internal import FoundationEssentials
public import LatchkeyCore

/// The accounts in one QR code of Google Authenticator's export, which often has several codes.
///
/// The text is `otpauth-migration://offline?data=` and a protocol-buffer message in Base64. Google has not published the
/// format; the field numbers come from codes that the app made. An invalid account does not affect the others.
public struct GoogleAuthenticatorMigration: Equatable, Sendable {
    /// An invalid account.
    public struct Refusal: Hashable, Sendable {
        /// The position in this part, from 0.
        public let index: Int
        /// The account name in the message.
        public let name: String
        public let reason: OneTimeCodeError

        package init(index: Int, name: String, reason: OneTimeCodeError) {
            (self.index, self.name, self.reason) = (index, name, reason)
        }
    }

    /// The position of a QR code in its export.
    public struct Part: Hashable, Sendable {
        /// The identifier that all parts of an export share.
        public let transfer: Int32
        /// From 0 to `count - 1`.
        public let index: Int
        /// From 1 to ``GoogleAuthenticatorMigration/maximumParts``.
        public let count: Int

        package init(transfer: Int32, index: Int, count: Int) {
            (self.transfer, self.index, self.count) = (transfer, index, count)
        }
    }

    public private(set) var accounts: [OneTimeCodeSecret] = []
    public private(set) var refusals: [Refusal] = []
    /// `nil` if the message has no part number or an invalid one.
    public let part: Part?

    /// Limit in bytes: far more than a QR code contains, for files that join several codes.
    public static let maximumTextLength = 65_536
    public static let maximumAccounts = 1000
    public static let maximumParts = 100

    /// Parses one `otpauth-migration` URI.
    ///
    /// - Throws: ``OneTimeCodeError/notACode`` for another scheme, ``OneTimeCodeError/damagedMigration``,
    ///   ``OneTimeCodeError/tooLong(limit:)``.
    public init(parsing text: Secret) throws(OneTimeCodeError) {
        guard text.count <= Self.maximumTextLength else { throw .tooLong(limit: Self.maximumTextLength) }
        guard let rest = AddressText(text).rest(after: "otpauth-migration://") else { throw .notACode }
        let fields = try MigrationFields(Self.message(in: rest.splitAtQuery().query))
        guard fields.accounts.count <= Self.maximumAccounts else { throw .tooLong(limit: Self.maximumAccounts) }
        part = fields.part
        for (index, account) in fields.accounts.enumerated() {
            do {
                accounts.append(try account.secret())
            } catch {
                refusals.append(Refusal(index: index, name: account.name, reason: error))
            }
        }
    }

    /// Parses a string.
    public init(parsing text: String) throws(OneTimeCodeError) {
        try self.init(parsing: Secret(text))
    }

    /// The indices of the parts that are missing from the first part's export.
    public static func missingParts(among parts: [GoogleAuthenticatorMigration]) -> [Int] {
        guard let first = parts.lazy.compactMap(\.part).first else { return [] }
        let seen = Set(parts.compactMap(\.part).filter { $0.transfer == first.transfer }.map(\.index))
        return (0..<first.count).filter { !seen.contains($0) }
    }

    /// Decodes the `data` parameter: Base64 in either alphabet, with or without padding (RFC 4648 §4, §5).
    private static func message(in query: AddressText) throws(OneTimeCodeError) -> [UInt8] {
        var rest: AddressText? = query
        while let current = rest {
            let (pair, others) = current.split(at: UInt8(ascii: "&"))
            rest = others
            let (name, value) = pair.split(at: UInt8(ascii: "="))
            guard name.equals("data"), let value else { continue }
            var text = value.decoded.compactMap { character -> UInt8? in
                switch character {
                case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "+")  // A form decoder replaced the plus.
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

/// The fields of the protocol-buffer message.
private struct MigrationFields {
    var accounts: [MigrationAccount] = []
    let part: GoogleAuthenticatorMigration.Part?

    init(_ message: [UInt8]) throws(OneTimeCodeError) {
        var reader = ProtobufReader(message[...])
        var (transfer, index, count): (Int64, Int64, Int64) = (0, 0, 0)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)):
                guard accounts.count <= GoogleAuthenticatorMigration.maximumAccounts else { break }
                accounts.append(try MigrationAccount(bytes))
            case (3, .number(let number)): count = Int64(bitPattern: number)
            case (4, .number(let number)): index = Int64(bitPattern: number)
            case (5, .number(let number)): transfer = Int64(bitPattern: number)
            default: break
            }
        }
        let limit = Int64(GoogleAuthenticatorMigration.maximumParts)
        if (1...limit).contains(count), (0..<count).contains(index) {
            // Protocol Buffers encode a negative int32 in 64 bits.
            part = GoogleAuthenticatorMigration.Part(
                transfer: Int32(truncatingIfNeeded: transfer), index: Int(index), count: Int(count))
        } else {
            part = nil
        }
    }
}

/// One account as encoded in the message.
private struct MigrationAccount {
    private(set) var name = ""
    private var key: [UInt8] = []
    private var issuer = ""
    private var algorithm: UInt64 = 0
    private var digits: UInt64 = 0
    private var type: UInt64 = 0
    private var counter: UInt64 = 0

    init(_ bytes: ArraySlice<UInt8>) throws(OneTimeCodeError) {
        var reader = ProtobufReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): key = Array(bytes)
            case (2, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
            case (3, .bytes(let bytes)): issuer = String(decoding: bytes, as: UTF8.self)
            case (4, .number(let number)): algorithm = number
            case (5, .number(let number)): digits = number
            case (6, .number(let number)): type = number
            case (7, .number(let number)): counter = number
            default: break
            }
        }
    }

    /// Converts to our type; 0 means the app's default.
    func secret() throws(OneTimeCodeError) -> OneTimeCodeSecret {
        let (issuer, account) = labels
        return try OneTimeCodeSecret(
            key: Secret(copying: key), algorithm: try hash(), movingFactor: try movingFactor(),
            format: .decimal(digits: try digitCount()), issuer: issuer, account: account)
    }

    /// Issuer and account; removes the issuer prefix that the name often has.
    private var labels: (issuer: String?, account: String) {
        if issuer.isEmpty { return AddressText.labelParts(of: AddressText(AddressText.encode(name))) }
        let prefix = Array((issuer + ":").utf8)
        guard name.utf8.starts(with: prefix) else { return (issuer, name) }
        return (issuer, String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self))
    }

    private func hash() throws(OneTimeCodeError) -> OneTimeCodeSecret.Algorithm {
        switch algorithm {
        case 0, 1: .sha1
        case 2: .sha256
        case 3: .sha512
        // 4 is MD5, which no site uses.
        default: throw .unusableParameter(.algorithm)
        }
    }

    private func digitCount() throws(OneTimeCodeError) -> Int {
        switch digits {
        case 0, 1: 6
        case 2: 8
        case 3: 7
        default: throw .unusableParameter(.digits)
        }
    }

    private func movingFactor() throws(OneTimeCodeError) -> OneTimeCodeSecret.MovingFactor {
        switch type {
        case 0, 2: return .time(period: OneTimeCodeSecret.defaultPeriod)
        case 1:
            guard Int64(bitPattern: counter) >= 0 else { throw .unusableParameter(.counter) }
            return .counter(counter)
        default: throw .unknownType
        }
    }
}
