import LatchkeyCore
import LatchkeyWebAuthn
import Testing

@Suite("Passkey keys")
struct KeyTests {
    @Test(arguments: [COSEAlgorithm.es256, .edDSA, .rs256])
    func `makes signatures that the public key verifies, also after encoding the key`(algorithm: COSEAlgorithm) throws {
        let key = try PasskeyKey.make(algorithm)
        #expect(key.publicKey.algorithm == algorithm)
        try key.check()
        let again = try PasskeyKey(pkcs8: key.pkcs8)
        #expect(again.publicKey == key.publicKey)
        let message = Array("what is signed".utf8)
        let signature = try again.sign(message)
        #expect(key.publicKey.verifies(signature, over: message))
        #expect(!key.publicKey.verifies(signature, over: message + [0]))
        #expect(try COSEKey(try CBORDecoder.decode(key.publicKey.cbor.encoded)) == key.publicKey)
    }

    @Test func `chooses the first supported algorithm of the relying party`() {
        let wanted = [COSEAlgorithm(rawValue: -65535), .es384, .rs256, .es256]
        #expect(COSEAlgorithm.chosen(from: wanted) == .rs256)
        #expect(COSEAlgorithm.chosen(from: [.es384, .ed448]) == nil)
        #expect(throws: PasskeyKeyError.unsupported(.es384)) { try PasskeyKey.make(.es384) }
    }

    @Test(arguments: ["", "30", "302e020100300506032b657004220420", "3000", String(repeating: "ff", count: 4096)])
    func `refuses bytes that are not a private key`(hex: String) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(throws: PasskeyKeyError.unreadable) { try PasskeyKey(pkcs8: Secret(copying: bytes)) }
    }

    static let coordinate = CBOR.bytes(Array(repeating: 3, count: 32))

    static let refused: [(CBOR, COSEKeyError)] = [
        (1, .notAMap),
        ([1: 2], .missingAlgorithm),
        ([1: 4, 3: -7], .unknownKind),
        ([1: 2, 3: -7, -1: 1, -2: coordinate], .malformed),
        ([1: 2, 3: -7, -1: 1, -2: coordinate, -3: .bytes([1])], .malformed),
        ([1: 2, 3: -7, -1: 1, -2: coordinate, -3: coordinate, -4: coordinate], .malformed),
        ([1: 2, 3: -7, -1: 8, -2: coordinate, -3: coordinate], .malformed),
        ([1: 2, 3: -35, -1: 1, -2: coordinate, -3: coordinate], .algorithmMismatch(.es384)),
        ([1: 1, 3: -8, -1: 6, -2: .bytes([])], .malformed),
        ([1: 1, 3: -7, -1: 6, -2: coordinate], .algorithmMismatch(.es256)),
        ([1: 3, 3: -257, -1: .bytes([1, 2]), -2: .bytes([1, 0, 1])], .malformed),
        // An exponent that is even, empty, too long, or has a leading zero; a modulus with a leading zero, or too long.
        ([1: 3, 3: -257, -1: modulus(256), -2: .bytes([1, 0, 2])], .malformed),
        ([1: 3, 3: -257, -1: modulus(256), -2: .bytes([])], .malformed),
        ([1: 3, 3: -257, -1: modulus(256), -2: .bytes(Array(repeating: 1, count: 9))], .malformed),
        ([1: 3, 3: -257, -1: modulus(256), -2: .bytes([0, 1, 0, 1])], .malformed),
        ([1: 3, 3: -257, -1: modulus(257, first: 0), -2: .bytes([1, 0, 1])], .malformed),
        ([1: 3, 3: -257, -1: modulus(1025), -2: .bytes([1, 0, 1])], .malformed),
    ]

    static func modulus(_ length: Int, first: UInt8 = 0xC1) -> CBOR {
        .bytes([first] + Array(repeating: 0xC1, count: length - 1))
    }

    @Test(arguments: refused)
    func `refuses COSE keys with missing, unknown or mismatched members`(cbor: CBOR, error: COSEKeyError) {
        #expect(throws: error) { try COSEKey(cbor) }
    }

    @Test func `verifies no signature with a key that is not a point of its curve`() {
        let bytes = [UInt8](repeating: 3, count: 32)
        #expect(!COSEKey.elliptic(.p256, x: bytes, y: bytes).verifies([0x30, 0], over: []))
    }
}
