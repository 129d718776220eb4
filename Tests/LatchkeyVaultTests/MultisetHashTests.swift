import LatchkeyTesting
@testable import LatchkeyVault
import Testing

@Suite struct `Multiset hash` {
    private static let element = Generator<UInt8>.int().list(upTo: 32).map { bytes in
        MultisetHash(bytes: (bytes + [UInt8](repeating: 0xFF, count: 32 - bytes.count))[...]) ?? MultisetHash()
    }

    @Test func `the set hash does not depend on the order of elements`() throws {
        try forAll(Self.element.list(upTo: 12)) { elements in
            var forward = MultisetHash()
            var backward = MultisetHash()
            for element in elements { forward.add(element) }
            for element in elements.reversed() { backward.add(element) }
            return forward == backward && MultisetHash(bytes: forward.bytes[...]) == forward
        }
    }

    @Test func `removing an added element restores the set hash`() throws {
        try forAll(Self.element.list(upTo: 12), Self.element) { elements, other in
            var sum = MultisetHash()
            for element in elements { sum.add(element) }
            let before = sum
            sum.add(other)
            sum.remove(other)
            return sum == before
        }
    }

    @Test func `the set hash carries through all limbs and wraps around`() throws {
        var sum = try #require(MultisetHash(bytes: [UInt8](repeating: 0xFF, count: 32)[...]))
        sum.add(try #require(MultisetHash(bytes: ([UInt8](repeating: 0, count: 31) + [2])[...])))
        #expect(sum.bytes == [UInt8](repeating: 0, count: 31) + [1])
    }

    @Test func `adding an element twice differs from not adding it`() throws {
        let element = try #require(MultisetHash(bytes: [UInt8](repeating: 0x80, count: 32)[...]))
        var twice = MultisetHash()
        twice.add(element)
        twice.add(element)
        #expect(twice != MultisetHash())
        #expect(twice.bytes.last == 0)
    }
}
