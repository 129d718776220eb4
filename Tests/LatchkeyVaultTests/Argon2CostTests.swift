import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Argon2 cost` {
    @Test(
        arguments: [
            (8, 1, 1), (65536, 3, 4), (1_048_576, 8, 16), (128, 64, 16), (131_072, 64, 4),
        ] as [(UInt32, UInt32, UInt32)])
    func `accepts cost parameters within the bounds`(memory: UInt32, passes: UInt32, lanes: UInt32) throws {
        #expect(try Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes).memoryKiB == memory)
    }

    @Test(
        arguments: [
            // Memory: none, below eight blocks a lane, above the limit, as large as the field allows.
            (0, 1, 1), (7, 1, 1), (127, 1, 16), (1_048_577, 1, 1), (.max, 1, 1),
            // Passes: none, above the limit, a time bomb.
            (8, 0, 1), (8, 65, 1), (8, .max, 1),
            // Lanes: none, above the limit.
            (65536, 1, 0), (65536, 1, 17), (65536, 1, .max),
            // Each within its bound, the product not.
            (1_048_576, 9, 1), (262_144, 64, 4),
        ] as [(UInt32, UInt32, UInt32)])
    func `rejects cost parameters out of bounds`(memory: UInt32, passes: UInt32, lanes: UInt32) {
        #expect(throws: VaultError.keyDerivationRefused) {
            try Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        }
    }

    /// The seconds of the standard cost, the machine's memory in MiB, and the chosen memory in MiB and passes.
    @Test(
        arguments: [
            // A slow or busy machine never gets less than the standard.
            (10, 8192, 64, 3), (0.25, 8192, 64, 3), (0.126, 8192, 64, 5),
            // Memory first, then passes.
            (0.125, 8192, 128, 3), (0.0625, 8192, 256, 3), (0.03125, 8192, 256, 6),
            // The limits of memory and passes, and a machine with little memory.
            (0.0001, 8192, 256, 10), (0.000_001, 1 << 20, 256, 10), (0.03125, 1024, 64, 10), (0.0625, 2048, 128, 6),
            (0, 8192, 64, 3),
        ] as [(Double, UInt64, UInt32, UInt32)])
    func `calibrates the cost upwards within its limits`(
        measured: Double, machine: UInt64, memory: UInt32, passes: UInt32
    ) throws {
        let cost = Argon2Cost.calibrated(seconds: 0.25, machineMemory: machine << 20) { cost in
            #expect(cost == .standard)
            return measured
        }
        #expect(cost == (try Argon2Cost(memoryKiB: memory * 1024, passes: passes, lanes: 4)))
    }

    @Test func `keeps the standard cost if it cannot be measured`() {
        #expect(Argon2Cost.calibrated { _ in nil } == .standard)
    }

    /// From the reference implementation's test.c, Argon2id version 0x13, `password` and `somesalt`.
    @Test(
        arguments: [
            (65536, 2, 1, "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
            (256, 2, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
            (256, 2, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
            (65536, 1, 1, "f6a5adc1ba723dddef9b5ac1d464e180fcd9dffc9d1cbf76cca2fed795d9ca98"),
            (65536, 4, 1, "9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c"),
        ] as [(UInt32, UInt32, UInt32, String)])
    func `derives the keys of the reference implementation`(
        memory: UInt32, passes: UInt32, lanes: UInt32, expected: String
    ) throws {
        let cost = try Argon2Cost(memoryKiB: memory, passes: passes, lanes: lanes)
        let key = try cost.derive(from: Secret("password"), salt: Array("somesalt".utf8))
        let hex = unsafe key.withBytes { unsafe $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) } }
        #expect(hex.joined() == expected)
    }
}
