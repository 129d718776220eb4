internal import LatchkeyCore

/// The fields of the message that Google Authenticator puts into its codes.
struct MigrationFields {
    var accounts: [MigrationAccount] = []
    let part: GoogleAuthenticatorMigration.Part?

    init(_ message: [UInt8]) throws(OneTimeCodeError) {
        var reader = ProtobufReader(message[...])
        var (transfer, index, count): (Int64, Int64, Int64) = (0, 0, 0)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)):
                guard accounts.count <= GoogleAuthenticatorMigration.mostAccounts else { break }
                accounts.append(try MigrationAccount(bytes))
            case (3, .number(let number)): count = Int64(bitPattern: number)
            case (4, .number(let number)): index = Int64(bitPattern: number)
            case (5, .number(let number)): transfer = Int64(bitPattern: number)
            default: break
            }
        }
        let limit = Int64(GoogleAuthenticatorMigration.mostParts)
        if (1...limit).contains(count), (0..<count).contains(index) {
            // An int32 travels as 64 bits when it is negative.
            part = GoogleAuthenticatorMigration.Part(
                transfer: Int32(truncatingIfNeeded: transfer), index: Int(index), count: Int(count))
        } else {
            part = nil
        }
    }
}

/// One account as the message has it.
struct MigrationAccount {
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

    /// The account as a value of ours; what is left at 0 is the app's default.
    func secret() throws(OneTimeCodeError) -> OneTimeCodeSecret {
        let (issuer, account) = labels
        return try OneTimeCodeSecret(
            key: Secret(copying: key), algorithm: try hash(), movingFactor: try movingFactor(),
            format: .decimal(digits: try digitCount()), issuer: issuer, account: account)
    }

    /// The name often repeats the issuer, with a colon.
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
        // 4 is MD5, which no site asks for.
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
        case 0, 2: return .time(period: OneTimeCodeSecret.ordinaryPeriod)
        case 1:
            guard Int64(bitPattern: counter) >= 0 else { throw .unusableParameter(.counter) }
            return .counter(counter)
        default: throw .unknownType
        }
    }
}
