import CSodium
import Crypto
import LatchkeyCore

/// A hash of a set of records that is updated when one record is added or removed.
///
/// MSet-Add-Hash of Clarke, Devadas, van Dijk, Gassend and Suh, "Incremental Multiset Hash Functions and Their Application
/// to Memory Integrity Checking" (ASIACRYPT 2003): the sum modulo 2²⁵⁶ of a keyed function of each element. The paper's
/// random summand, which hides the sum, is not needed, because the sum is stored only encrypted.
struct MultisetHash: Hashable, Sendable {
    static let byteCount = 32

    /// The sum, least significant limb first.
    private var limbs: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init() {}

    /// Hashes one element: HMAC with SHA-256 (RFC 2104).
    ///
    /// A list does this for each record. libsodium's implementation allocates no memory for it.
    init(of element: [UInt8], key: SymmetricKey) {
        var code = [UInt8](repeating: 0, count: Self.byteCount)
        unsafe key.withUnsafeBytes { key in
            // Unreachable: the key has 32 bytes, so it has an address.
            guard let start = unsafe key.bindMemory(to: UInt8.self).baseAddress else { return }
            var state = crypto_auth_hmacsha256_state()
            unsafe crypto_auth_hmacsha256_init(&state, start, key.count)
            unsafe crypto_auth_hmacsha256_update(&state, element, UInt64(element.count))
            unsafe crypto_auth_hmacsha256_final(&state, &code)
            unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
        }
        // Unreachable: the code has 32 bytes.
        guard let hash = MultisetHash(bytes: code[...]) else { preconditionFailure("a hash has a wrong length") }
        self = hash
    }

    init?(bytes: ArraySlice<UInt8>) {
        var input = ByteReader(bytes)
        guard let first = input.read(UInt64.self), let second = input.read(UInt64.self),
            let third = input.read(UInt64.self), let fourth = input.read(UInt64.self), input.isAtEnd
        else { return nil }
        limbs = (fourth, third, second, first)
    }

    var bytes: [UInt8] {
        var output = ByteWriter(capacity: Self.byteCount)
        output.write(limbs.3)
        output.write(limbs.2)
        output.write(limbs.1)
        output.write(limbs.0)
        return output.bytes
    }

    mutating func add(_ element: MultisetHash) {
        var carry = false
        (limbs.0, carry) = Self.sum(limbs.0, element.limbs.0, carry)
        (limbs.1, carry) = Self.sum(limbs.1, element.limbs.1, carry)
        (limbs.2, carry) = Self.sum(limbs.2, element.limbs.2, carry)
        (limbs.3, carry) = Self.sum(limbs.3, element.limbs.3, carry)
    }

    /// Removes an element by adding its two's complement.
    mutating func remove(_ element: MultisetHash) {
        var complement = element
        complement.limbs = (~element.limbs.0, ~element.limbs.1, ~element.limbs.2, ~element.limbs.3)
        add(complement)
        add(Self.one)
    }

    private static let one: MultisetHash = {
        var one = MultisetHash()
        one.limbs.0 = 1
        return one
    }()

    private static func sum(_ left: UInt64, _ right: UInt64, _ carry: Bool) -> (UInt64, Bool) {
        let (partial, first) = left.addingReportingOverflow(right)
        let (total, second) = partial.addingReportingOverflow(carry ? 1 : 0)
        return (total, first || second)
    }

    static func == (left: MultisetHash, right: MultisetHash) -> Bool { left.limbs == right.limbs }

    func hash(into hasher: inout Hasher) { hasher.combine(limbs.0) }
}
