import Foundation
import Testing

@testable import LatchkeyCore

@Suite struct SecretTests {
    @Test(arguments: [0, 1, 63, 64, 65, 255, 256, 257, 4096, 70_000])
    func `returns the bytes of a secret`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
        let secret = Secret(copying: bytes)
        #expect(secret.count == count)
        #expect(secret.isEmpty == (count == 0))
        #expect(secret.revealBytes() == Data(bytes))
    }

    // Fewer bytes are stored in the value itself, on the stack.
    @Test(arguments: [32, 121, 4096])
    func `wiping a buffer overwrites the memory of its Data`(count: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { unsafe memory.deallocate() }
        let bytes = [UInt8](repeating: 7, count: count)
        unsafe memory.copyBytes(from: bytes)
        guard let start = memory.baseAddress else { return }
        var data = unsafe Data(bytesNoCopy: start, count: count, deallocator: .none)
        unsafe data.withUnsafeMutableBytes { unsafe $0.wipe() }
        #expect(unsafe memory.allSatisfy { $0 == 0 })
    }

    @Test func `wiping an array sets its bytes to zero`() {
        var bytes = [UInt8](repeating: 7, count: 100)
        let place = unsafe bytes.withUnsafeBytes { $0.baseAddress }
        bytes.wipe()
        #expect(bytes == [UInt8](repeating: 0, count: 100))
        #expect(unsafe bytes.withUnsafeBytes { $0.baseAddress } == place)
    }

    @Test(arguments: [1, 64, 65, 256, 257])
    func `initializes the memory of a secret with zeros`(count: Int) {
        let secret = unsafe Secret(count: count) { (_: UnsafeMutableRawBufferPointer) in }
        #expect(secret.revealBytes() == Data(repeating: 0, count: count))
    }

    @Test func `hides a secret from descriptions, dumps and mirrors`() {
        let secret = Secret("correct horse")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(String(describing: secret) == "<redacted>")
        #expect(String(reflecting: secret) == "<redacted>")
        #expect("\(secret) \([secret]) \(["key": secret])" == "<redacted> [<redacted>] [\"key\": <redacted>]")
        #expect(dumped == "- <redacted> #0\n")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    /// Pairs of secrets in every size class, and whether they are equal.
    private static let comparisons: [([UInt8], [UInt8], Bool)] = [
        ([], [], true),
        ([1], [1], true),
        ([0], [], false),
        ([1, 2, 3], [1, 2, 3], true),
        ([1, 2, 3], [1, 2], false),
        ([1, 2, 3], [1, 2, 3, 0], false),
        ([1, 2, 3], [0, 2, 3], false),
        ([1, 2, 3], [1, 2, 4], false),
        (Array(repeating: 7, count: 256), Array(repeating: 7, count: 256), true),
        (Array(repeating: 7, count: 256), Array(repeating: 7, count: 257), false),
        (Array(repeating: 7, count: 300), Array(repeating: 7, count: 299) + [8], false),
    ]

    @Test(arguments: comparisons)
    func `compares secrets by bytes and length`(row: ([UInt8], [UInt8], Bool)) {
        #expect((Secret(copying: row.0) == Secret(copying: row.1)) == row.2)
        #expect((Secret(copying: row.1) == Secret(copying: row.0)) == row.2)
    }

    @Test func `creates different random secrets`() {
        let secrets = (0..<100).map { _ in Secret.random(count: 32).revealBytes(as: [UInt8].self) }
        #expect(Set(secrets).count == 100)
        #expect(Secret.random(count: 0).isEmpty)
    }

    @Test func `rethrows the error of a secret's initializer`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try unsafe Secret(count: 8) { (_: UnsafeMutableRawBufferPointer) throws(Refusal) in throw Refusal() }
        }
    }

    @Test func `creates and releases secrets on many threads`() async {
        let wrong = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var kept: [(Secret, [UInt8])] = []
                    var wrong = 0
                    for step in 0..<2000 {
                        let bytes = [UInt8](repeating: UInt8(worker * 16 + step % 16 + 1), count: (step * 13) % 300)
                        kept.append((Secret(copying: bytes), bytes))
                        if kept.count > 40 { kept.remove(at: step % 40) }
                        if let (secret, bytes) = kept.randomElement(), secret.revealBytes() != Data(bytes) {
                            wrong += 1
                        }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
