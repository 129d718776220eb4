import Crypto
import Foundation
package import GRDB
package import LatchkeyCore

/// The vault key, wrapped with a key that is derived from a passphrase or a recovery code.
///
/// The checksum has no key and does not protect against an attacker; it distinguishes damage from a wrong passphrase.
package struct KeySlot: Sendable, Equatable {
    static let limit = 32
    static let parameterByteLimit = 1024
    static let wrappedByteLimit = 1024
    static let saltByteCount = 16

    /// The known kinds.
    ///
    /// Slots of other kinds are kept unchanged.
    enum Kind {
        static let passphrase: Int64 = 1
        static let recoveryCode: Int64 = 2
        static let all = [passphrase, recoveryCode]
    }

    let identifier: RecordIdentifier
    let kind: Int64
    let parameters: [UInt8]
    let wrapped: [UInt8]

    package init(identifier: RecordIdentifier, kind: Int64, parameters: [UInt8], wrapped: [UInt8]) {
        self.identifier = identifier
        self.kind = kind
        self.parameters = parameters
        self.wrapped = wrapped
    }

    /// Wraps a vault key with a passphrase.
    static func wrapping(
        _ vaultKey: Secret, of vault: RecordIdentifier, with passphrase: Secret, cost: Argon2Cost
    ) throws(VaultError) -> KeySlot {
        let salt = randomSalt()
        let key = try cost.derive(from: passphrase, salt: salt)
        let parameters = PassphraseParameters(cost: cost, salt: salt).encoded
        return KeySlot(wrapping: vaultKey, of: vault, with: key, kind: Kind.passphrase, parameters: parameters)
    }

    /// Wraps a vault key with a recovery code.
    ///
    /// The code is random, so it needs no slow derivation.
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

    /// The work of one attempt to open the slot (see ``Argon2Cost/workLimit``); 0 for a recovery code.
    package func work() throws(VaultError) -> UInt64 {
        guard kind == Kind.passphrase else { return 0 }
        return try PassphraseParameters(decoding: parameters).cost.work
    }

    /// Unwraps the vault key; `nil` if the passphrase is wrong.
    ///
    /// - Throws: ``VaultError/keyDerivationRefused`` for parameters out of bounds, before any memory is allocated.
    package func unwrap(vault: RecordIdentifier, passphrase: Secret) throws(VaultError) -> Secret? {
        let parameters = try PassphraseParameters(decoding: parameters)
        return unwrap(vault: vault, key: try parameters.cost.derive(from: passphrase, salt: parameters.salt))
    }

    /// Unwraps the vault key; `nil` if the code is wrong.
    package func unwrap(vault: RecordIdentifier, code: RecoveryCode) throws(VaultError) -> Secret? {
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
        var data = ByteWriter(vault.bytes + slot.bytes)
        data.write(kind)
        data.write(parameters)
        return data.bytes
    }
}

extension KeySlot {
    /// Reads all slots in the order of their identifiers.
    ///
    /// - Throws: ``VaultError/damaged(_:)`` if any slot is damaged, also one of an unknown kind.
    package static func all(in db: Database, vault: RecordIdentifier) throws -> [KeySlot] {
        var slots: [KeySlot] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT identifier, kind, parameters, wrapped, checksum FROM slots ORDER BY identifier"))
        while let row = try rows.next() {
            guard slots.count < limit, let name = row.bytes(0), let identifier = RecordIdentifier(bytes: name),
                let kind = row.integer(1), let parameters = row.bytes(2), parameters.count <= parameterByteLimit,
                let wrapped = row.bytes(3), wrapped.count <= wrappedByteLimit, let checksum = row.bytes(4)
            else { throw VaultError.damaged(.keySlots) }
            let slot = KeySlot(identifier: identifier, kind: kind, parameters: parameters, wrapped: wrapped)
            guard checksum == slot.checksum(vault: vault) else { throw VaultError.damaged(.keySlots) }
            slots.append(slot)
        }
        return slots
    }

    package func insert(in db: Database, vault: RecordIdentifier) throws {
        try db.execute(
            sql: "INSERT INTO slots (identifier, kind, parameters, wrapped, checksum) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                Data(identifier.bytes), kind, Data(parameters), Data(wrapped), Data(checksum(vault: vault)),
            ])
    }

    static func delete(kind: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM slots WHERE kind = ?", arguments: [kind])
    }

    /// A keyed digest of all slots.
    ///
    /// The manifest contains it, so that a replaced, added or removed slot is found.
    static func digest(of slots: [KeySlot], with keys: VaultKeys) -> [UInt8] {
        var code = HMAC<SHA256>(key: keys.slots)
        for slot in slots.sorted(by: { $0.identifier < $1.identifier }) { code.update(data: slot.content) }
        return Array(code.finalize())
    }

    package func checksum(vault: RecordIdentifier) -> [UInt8] {
        Array(SHA256.hash(data: vault.bytes + content).prefix(16))
    }

    private var content: [UInt8] {
        var output = ByteWriter(identifier.bytes)
        output.write(kind)
        output.write(UInt32(truncatingIfNeeded: parameters.count))
        output.write(parameters)
        output.write(UInt32(truncatingIfNeeded: wrapped.count))
        output.write(wrapped)
        return output.bytes
    }
}

extension RecoveryCode {
    /// The key that a slot is wrapped with.
    ///
    /// The code has 125 random bits, so one HKDF is enough.
    fileprivate func key(salt: [UInt8]) -> Secret {
        Secret(
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(canonical), salt: salt, info: Array("latchkey vault 1 recovery".utf8),
                outputByteCount: 32))
    }
}

/// The derivation parameters of a passphrase slot.
package struct PassphraseParameters: Equatable {
    /// Argon2id, version 1.3.
    static let algorithm: UInt8 = 1
    static let saltRange = 16...64

    let cost: Argon2Cost
    let salt: [UInt8]

    init(cost: Argon2Cost, salt: [UInt8]) {
        self.cost = cost
        self.salt = salt
    }

    package init(decoding bytes: [UInt8]) throws(VaultError) {
        var input = ByteReader(bytes[...])
        guard input.readByte() == Self.algorithm, let memory = input.read(UInt32.self),
            let passes = input.read(UInt32.self), let lanes = input.read(UInt32.self)
        else { throw .damaged(.keySlots) }
        cost = try Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        guard Self.saltRange.contains(input.remaining.count) else { throw .keyDerivationRefused }
        salt = Array(input.remaining)
    }

    package var encoded: [UInt8] {
        var output = ByteWriter([Self.algorithm])
        output.write(cost.memoryKiB)
        output.write(cost.passes)
        output.write(cost.lanes)
        output.write(salt)
        return output.bytes
    }
}
