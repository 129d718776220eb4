import CArgon2
import Foundation
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

    /// Chooses the cost of a new passphrase slot: ``standard``, or more on a machine that is fast enough.
    ///
    /// Measures ``standard`` once. Adds memory first, up to 256 MiB and a sixteenth of the machine's, then passes, up to
    /// ten.
    ///
    /// - Parameters:
    ///   - seconds: How long one derivation should take on this machine.
    ///   - machineMemory: The machine's memory in bytes; `nil` asks the system.
    ///   - measure: Returns the seconds that a derivation takes; `nil` if it fails.
    package static func calibrated(
        seconds: Double = 0.25, machineMemory: UInt64? = nil, measure: (Argon2Cost) -> Double? = { $0.measured() }
    ) -> Argon2Cost {
        guard let measured = measure(.standard), measured > 0 else { return .standard }
        // Far above the limits below, and small enough to convert.
        var factor = min(seconds / measured, 1000)
        let machineMemory = machineMemory ?? ProcessInfo.processInfo.physicalMemory
        let memoryLimit = min(UInt64(calibratedMemoryLimitKiB), machineMemory / 1024 / 16)
        var memory = standard.memoryKiB
        while factor >= 2, UInt64(memory) * 2 <= memoryLimit {
            memory *= 2
            factor /= 2
        }
        let passes = UInt32(max(Double(standard.passes) * factor, Double(standard.passes)))
        return Argon2Cost(
            uncheckedMemoryKiB: memory, passes: min(passes, calibratedPassLimit), lanes: standard.lanes)
    }

    private static let calibratedMemoryLimitKiB: UInt32 = 256 * 1024
    private static let calibratedPassLimit: UInt32 = 10

    /// The seconds that one derivation takes now; `nil` if memory is short.
    package func measured() -> Double? {
        let start = ContinuousClock.now
        guard (try? derive(from: Secret("calibration"), salt: [UInt8](repeating: 0, count: 16))) != nil else {
            return nil
        }
        return (ContinuousClock.now - start) / .seconds(1)
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
