import Crypto
import Foundation
import GRDB
import LatchkeyCore

/// One way to the vault key: the key, wrapped with what a passphrase or a code gives.
///
/// The checksum has no key and protects against nobody; it tells damage from a wrong passphrase.
struct KeySlot: Sendable, Equatable {
    static let limit = 32
    static let parameterByteLimit = 1024
    static let wrappedByteLimit = 1024
    static let saltByteCount = 16

    /// The kinds that this version knows; slots of other kinds are kept as they are.
    enum Kind {
        static let passphrase: Int64 = 1
        static let recoveryCode: Int64 = 2
    }

    let identifier: RecordIdentifier
    let kind: Int64
    let parameters: [UInt8]
    let wrapped: [UInt8]

    /// Wraps a vault key with a passphrase.
    static func wrapping(
        _ vaultKey: Secret, of vault: RecordIdentifier, with passphrase: Secret, cost: Argon2Cost
    ) throws(VaultError) -> KeySlot {
        let salt = randomSalt()
        let key = try cost.derive(from: passphrase, salt: salt)
        let parameters = PassphraseParameters(cost: cost, salt: salt).encoded
        return KeySlot(wrapping: vaultKey, of: vault, with: key, kind: Kind.passphrase, parameters: parameters)
    }

    /// Wraps a vault key with a recovery code, which needs no slow derivation: it is random.
    static func wrapping(_ vaultKey: Secret, of vault: RecordIdentifier, with code: RecoveryCode) -> KeySlot {
        let salt = randomSalt()
        return KeySlot(
            wrapping: vaultKey, of: vault, with: code.key(salt: salt), kind: Kind.recoveryCode,
            parameters: [recoveryAlgorithm] + salt)
    }

    private init(
        wrapping vaultKey: Secret, of vault: RecordIdentifier, with key: Secret, kind: Int64, parameters: [UInt8]
    ) {
        let identifier = RecordIdentifier()
        let associated = Self.associatedData(vault: vault, slot: identifier, kind: kind, parameters: parameters)
        self.identifier = identifier
        self.kind = kind
        self.parameters = parameters
        wrapped = unsafe vaultKey.withBytes {
            unsafe Sealing.seal($0, with: Self.wrappingKey(from: key, vault: vault), for: associated)
        }
    }

    /// What an attempt to open the slot costs; nothing that counts for a recovery code.
    func work() throws(VaultError) -> UInt64 {
        guard kind == Kind.passphrase else { return 0 }
        return try PassphraseParameters(decoding: parameters).cost.work
    }

    /// Unwraps the vault key, or gives nil if the passphrase is another.
    ///
    /// - Throws: ``VaultError/keyDerivationRefused`` for parameters outside the bounds, before any memory is taken.
    func unwrap(vault: RecordIdentifier, passphrase: Secret) throws(VaultError) -> Secret? {
        let parameters = try PassphraseParameters(decoding: parameters)
        return unwrap(vault: vault, key: try parameters.cost.derive(from: passphrase, salt: parameters.salt))
    }

    func unwrap(vault: RecordIdentifier, code: RecoveryCode) throws(VaultError) -> Secret? {
        guard parameters.first == Self.recoveryAlgorithm, parameters.count == 1 + Self.saltByteCount else {
            throw .damaged(.keySlots)
        }
        return unwrap(vault: vault, key: code.key(salt: Array(parameters.dropFirst())))
    }

    private func unwrap(vault: RecordIdentifier, key: Secret) -> Secret? {
        let associated = Self.associatedData(vault: vault, slot: identifier, kind: kind, parameters: parameters)
        let opened = Sealing.open(wrapped, with: Self.wrappingKey(from: key, vault: vault), for: associated)
        guard let opened, opened.count == VaultKeys.vaultKeyByteCount else { return nil }
        return Secret(copying: opened)
    }

    private static let recoveryAlgorithm: UInt8 = 1

    private static func randomSalt() -> [UInt8] { RecordIdentifier().bytes }

    private static func wrappingKey(from key: Secret, vault: RecordIdentifier) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(key), salt: vault.bytes, info: Array("latchkey vault 1 slot".utf8),
            outputByteCount: 32)
    }

    private static func associatedData(
        vault: RecordIdentifier, slot: RecordIdentifier, kind: Int64, parameters: [UInt8]
    ) -> [UInt8] {
        var data = vault.bytes + slot.bytes
        data.appendBigEndian(kind)
        return data + parameters
    }
}

extension RecoveryCode {
    /// The key that a slot is wrapped with: 125 random bits, stretched once.
    fileprivate func key(salt: [UInt8]) -> Secret {
        Secret(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(canonical), salt: salt, info: Array("latchkey vault 1 recovery".utf8),
                outputByteCount: 32))
    }
}

/// What a passphrase slot says about its derivation.
struct PassphraseParameters {
    /// Argon2id, version 1.3.
    static let algorithm: UInt8 = 1
    static let saltRange = 16...64

    let cost: Argon2Cost
    let salt: [UInt8]

    init(cost: Argon2Cost, salt: [UInt8]) {
        self.cost = cost
        self.salt = salt
    }

    init(decoding bytes: [UInt8]) throws(VaultError) {
        var rest = bytes[...]
        guard rest.popFirst() == Self.algorithm,
            let memory = rest.popBigEndian(UInt32.self), let passes = rest.popBigEndian(UInt32.self),
            let lanes = rest.popBigEndian(UInt32.self)
        else { throw .damaged(.keySlots) }
        cost = try Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        guard Self.saltRange.contains(rest.count) else { throw .keyDerivationRefused }
        salt = Array(rest)
    }

    var encoded: [UInt8] {
        var bytes = [Self.algorithm]
        bytes.appendBigEndian(cost.memoryKiB)
        bytes.appendBigEndian(cost.passes)
        bytes.appendBigEndian(cost.lanes)
        return bytes + salt
    }
}
