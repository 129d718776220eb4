import Crypto
import CryptoExtras
import LatchkeyCore
package import LatchkeyVault

/// The key derivation of an encrypted Bitwarden export: function, salt and cost.
///
/// **Invariants**: the cost never exceeds what Bitwarden lets a user choose, because the file may be hostile. There is
/// no lower limit: Bitwarden has raised its minimum over the years.
package struct BitwardenKeyDerivation: Equatable, Sendable {
    package enum Function: Equatable, Sendable {
        case pbkdf2(rounds: Int)
        case argon2id(Argon2Cost)
    }

    /// The maximum values of Bitwarden's settings.
    package enum Limit {
        package static let rounds: Int64 = 2_000_000
        package static let passes: Int64 = 10
        package static let mebibytes: Int64 = 1024
        package static let lanes: Int64 = 16
        static let saltBytes = 1024
    }

    package let function: Function
    private let salt: [UInt8]

    /// Reads the settings from the members of an export.
    ///
    /// - Throws: ``ExchangeError/keyDerivationRefused(_:)`` with the setting that is missing or out of bounds.
    package init(_ members: [String: JSONValue]) throws(ExchangeError) {
        // The salt is the text itself, not the bytes that its Base64 encodes.
        guard let salt = members["salt"]?.string.map({ Array($0.utf8) }), (1...Limit.saltBytes).contains(salt.count)
        else { throw .keyDerivationRefused(.salt) }
        self.salt = salt
        func number(_ name: String, upTo limit: Int64, _ setting: KeyDerivationSetting) throws(ExchangeError) -> Int64 {
            guard let number = members[name]?.integer, (1...limit).contains(number) else {
                throw .keyDerivationRefused(setting)
            }
            return number
        }
        switch members["kdfType"]?.integer {
        case 0:
            function = .pbkdf2(rounds: Int(clamping: try number("kdfIterations", upTo: Limit.rounds, .rounds)))
        case 1:
            let passes = try number("kdfIterations", upTo: Limit.passes, .passes)
            let mebibytes = try number("kdfMemory", upTo: Limit.mebibytes, .memory)
            let lanes = try number("kdfParallelism", upTo: Limit.lanes, .lanes)
            let cost = try? Argon2Cost(
                memoryKiB: UInt32(clamping: mebibytes * 1024), passes: UInt32(clamping: passes),
                lanes: UInt32(clamping: lanes), workLimit: UInt64(clamping: Limit.mebibytes * 1024 * Limit.passes))
            guard let cost else { throw .keyDerivationRefused(.memory) }
            function = .argon2id(cost)
        default: throw .keyDerivationRefused(.function)
        }
    }

    func derive(from password: Secret) throws -> SymmetricKey {
        switch function {
        case .pbkdf2(let rounds):
            // "Unchecked", because old exports have fewer rounds than swift-crypto's minimum.
            try unsafe password.withBytes { bytes in
                try unsafe KDF.Insecure.PBKDF2.deriveKey(
                    from: bytes, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: rounds)
            }
        case .argon2id(let cost):
            try unsafe cost.derive(from: password, salt: Array(SHA256.hash(data: salt))).withBytes {
                unsafe SymmetricKey(data: $0)
            }
        }
    }
}
