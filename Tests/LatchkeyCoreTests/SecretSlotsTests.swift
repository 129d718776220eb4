import Foundation
import Glibc
import Testing

@testable import LatchkeyCore

@Suite struct SecretSlotsTests {
    /// Creates a secret in a pool that no other test uses.
    private func secret(_ text: String, in slots: SecretSlots) -> Secret {
        unsafe Secret(count: text.utf8.count, in: slots) { unsafe $0.copyBytes(from: text.utf8) }
    }

    private func address(of secret: Secret) -> UInt {
        unsafe secret.withBytes { UInt(bitPattern: $0.baseAddress) }
    }

    @Test func `overwrites the slot of a released secret`() throws {
        let slots = SecretSlots(slotByteCount: 64)
        // Keeps the slab, so that the address can be read after the other secret is released.
        let neighbour = secret("neighbour", in: slots)
        var going: Secret? = secret("correct horse battery staple", in: slots)
        let number = address(of: try #require(going))
        let place = unsafe try #require(UnsafePointer<UInt8>(bitPattern: number))
        #expect(unsafe Array(UnsafeBufferPointer(start: place, count: 7)) == Array("correct".utf8))
        going = nil
        #expect(unsafe UnsafeBufferPointer(start: place, count: 64).allSatisfy { $0 == 0 })
        #expect(neighbour.reveal() == "neighbour")
    }

    @Test func `overwrites the slot of a secret whose initializer throws`() throws {
        struct Refusal: Error {}
        let slots = SecretSlots(slotByteCount: 64)
        let neighbour = secret("neighbour", in: slots)
        var place: UInt = 0
        #expect(throws: Refusal.self) {
            try unsafe Secret(count: 7, in: slots) { (buffer: UnsafeMutableRawBufferPointer) throws(Refusal) in
                unsafe buffer.copyBytes(from: "correct".utf8)
                place = UInt(bitPattern: buffer.baseAddress)
                throw Refusal()
            }
        }
        let bytes = unsafe try #require(UnsafePointer<UInt8>(bitPattern: place))
        #expect(unsafe UnsafeBufferPointer(start: bytes, count: 64).allSatisfy { $0 == 0 })
        #expect(address(of: secret("next", in: slots)) == place)
        #expect(neighbour.reveal() == "neighbour")
    }

    @Test(arguments: [(64, 255), (256, 63)])
    func `fills a slab with secrets in separate slots before allocating another`(size: Int, perSlab: Int) {
        let slots = SecretSlots(slotByteCount: size)
        var secrets = (0..<perSlab).map { secret("secret \($0)", in: slots) }
        #expect(slots.slabCount == 1)
        let addresses = secrets.map(address).sorted()
        #expect(zip(addresses, addresses.dropFirst()).allSatisfy { $1 - $0 == UInt(size) })
        secrets.append(secret("one more", in: slots))
        #expect(slots.slabCount == 2)
        #expect(secrets[0].reveal() == "secret 0")
        #expect(secrets[perSlab - 1].reveal() == "secret \(perSlab - 1)")
    }

    @Test func `frees unused slabs except for one`() {
        let slots = SecretSlots(slotByteCount: 256)
        var secrets = (0..<630).map { secret("secret \($0)", in: slots) }
        #expect(slots.slabCount == 10)
        // Releases secrets so that slabs become free in an order other than their creation order.
        secrets.removeFirst(300)
        #expect(slots.slabCount == 7)
        #expect(secrets.map { $0.reveal() } == (300..<630).map { "secret \($0)" })
        while !secrets.isEmpty { secrets.removeLast() }
        #expect(slots.slabCount == 1)
        secrets = (0..<63).map { secret("again \($0)", in: slots) }
        #expect(slots.slabCount == 1)
    }

    @Test func `allocates separate memory for a secret that exceeds a slot`() {
        let slots = SecretSlots(slotByteCount: 64)
        let small = secret(String(repeating: "s", count: 64), in: slots)
        let large = secret(String(repeating: "l", count: 65), in: slots)
        #expect(slots.slabCount == 1)
        #expect(small.count == 64)
        #expect(large.count == 65)
    }

    @Test func `crashes a program that reads beyond the last slot`() async {
        await #expect(processExitsWith: .failure) {
            let slots = SecretSlots(slotByteCount: 256)
            let secrets = (0..<63).map { _ in unsafe Secret(count: 256, in: slots) { unsafe $0.copyBytes(from: [1]) } }
            // The first secret is in the first slot; the guard page follows the last one.
            unsafe secrets[0].withBytes { bytes in
                print(unsafe bytes.baseAddress!.load(fromByteOffset: 64 * 256, as: UInt8.self))
            }
        }
    }

    @Test func `creates secrets when no memory may be locked`() async {
        await #expect(processExitsWith: .success) {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            guard unsafe setrlimit(__rlimit_resource_t(8), &none) == 0 else { exit(2) }
            // The limit does not apply to root.
            if getuid() == 0, setuid(65_534) != 0 { exit(3) }
            let secrets = (0..<1000).map { Secret("secret \($0)") }
            let large = Secret(String(repeating: "x", count: 5000))
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            guard status.contains("VmLck:\t       0 kB") else { exit(4) }
            guard secrets[999].reveal() == "secret 999", large.count == 5000 else { exit(5) }
        }
    }

    @Test func `locks the memory of small secrets`() async {
        await #expect(processExitsWith: .success) {
            let secret = Secret("correct horse")
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmLck:") }) else { exit(2) }
            let locked = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
            // One slab; this process locks no other memory.
            exit(locked == 16 && secret.count == 13 ? 0 : 3)
        }
    }
}
