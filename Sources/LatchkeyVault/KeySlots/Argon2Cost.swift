import CArgon2
package import LatchkeyCore

/// The cost parameters of Argon2id (RFC 9106), which decide what a guess of the passphrase costs.
///
/// **Invariants**: the parameters are within the bounds below. So a file cannot make a process allocate more memory than
/// ``memoryLimitKiB``, nor all its slots together cause more work than ``workLimit``.
public struct Argon2Cost: Hashable, Sendable {
    public static let memoryLimitKiB: UInt32 = 1024 * 1024
    public static let passLimit: UInt32 = 64
    public static let laneLimit: UInt32 = 16
    /// The limit of memory in KiB times passes: 8 GiB filled once, or less memory in more passes.
    public static let workLimit: UInt64 = 8 * 1024 * 1024

    /// Second recommended choice of RFC 9106 §4: 64 MiB, three passes, four lanes; about a tenth of a second.
    public static let standard = Argon2Cost(uncheckedMemoryKiB: 64 * 1024, passes: 3, lanes: 4)

    public let memoryKiB: UInt32
    public let passes: UInt32
    public let lanes: UInt32

    /// Checks the bounds.
    ///
    /// - Throws: ``VaultError/keyDerivationRefused``.
    public init(memoryKiB: UInt32, passes: UInt32, lanes: UInt32) throws(VaultError) {
        try self.init(memoryKiB: memoryKiB, passes: passes, lanes: lanes, workLimit: Self.workLimit)
    }

    /// Checks the bounds, with another limit of memory times passes, for the files of other password managers.
    ///
    /// - Throws: ``VaultError/keyDerivationRefused``.
    package init(memoryKiB: UInt32, passes: UInt32, lanes: UInt32, workLimit: UInt64) throws(VaultError) {
        guard (1...Self.laneLimit).contains(lanes), (1...Self.passLimit).contains(passes),
            memoryKiB >= 8 * lanes, memoryKiB <= Self.memoryLimitKiB,
            UInt64(memoryKiB) * UInt64(passes) <= workLimit
        else { throw .keyDerivationRefused }
        self.init(uncheckedMemoryKiB: memoryKiB, passes: passes, lanes: lanes)
    }

    /// Memory in KiB times passes; at most ``workLimit`` for a vault.
    var work: UInt64 { UInt64(memoryKiB) * UInt64(passes) }

    private init(uncheckedMemoryKiB: UInt32, passes: UInt32, lanes: UInt32) {
        self.memoryKiB = uncheckedMemoryKiB
        self.passes = passes
        self.lanes = lanes
    }

    /// Derives 32 bytes from a passphrase.
    ///
    /// libargon2 overwrites its memory afterwards.
    ///
    /// - Throws: ``VaultError/keyDerivationFailed(status:)``.
    package func derive(from passphrase: Secret, salt: [UInt8]) throws(VaultError) -> Secret {
        var status: Int32 = 0
        let key = unsafe Secret(count: 32) { output in
            unsafe passphrase.withBytes { input in
                status = unsafe argon2id_hash_raw(
                    passes, memoryKiB, lanes, input.baseAddress, input.count, salt, salt.count,
                    output.baseAddress, output.count)
            }
        }
        guard status == ARGON2_OK.rawValue else { throw .keyDerivationFailed(status: status) }
        return key
    }
}
