import Testing

@testable import LatchkeyWebAuthn

@Suite("An attestation object") struct AttestationObjectTests {
    private static let hash = [UInt8](repeating: 5, count: 32)
    private static let data = [UInt8](repeating: 0xAB, count: 37)

    @Test func `is read as it was written`() throws {
        let object = AttestationObject(format: "none", statement: [:], authenticatorData: Self.data)
        #expect(try AttestationObject(object.encoded) == object)
    }

    static let refused: [CBOR] = [
        ["fmt": "none", "attStmt": [:]], ["fmt": "none", "authData": .bytes(data)],
        ["attStmt": [:], "authData": .bytes(data)],
        ["fmt": "none", "attStmt": [:], "authData": .bytes(data), "epAtt": true],
        ["fmt": 1, "attStmt": [:], "authData": .bytes(data)], ["fmt": "none", "attStmt": 1, "authData": .bytes(data)],
        ["fmt": "none", "attStmt": [:], "authData": "text"], .array(["none", [:], .bytes(data)]),
    ]

    @Test(arguments: refused) func `is refused when a member is missing, of another type, or not alone`(item: CBOR) {
        #expect(throws: AttestationObjectError.missingMember) { try AttestationObject(item.encoded) }
    }

    @Test func `that the key signed itself says nothing but by which algorithm`() throws {
        let key = try PasskeyKey.make(.es256)
        let signature = CBOR.bytes(try key.sign(Self.data + Self.hash))
        func isSound(_ format: String, _ statement: CBOR, over hash: [UInt8] = Self.hash) -> Bool? {
            AttestationObject(format: format, statement: statement, authenticatorData: Self.data)
                .isSound(for: key.publicKey, clientDataHash: hash)
        }
        #expect(isSound("packed", ["alg": -7, "sig": signature]) == true)
        #expect(isSound("packed", ["alg": -8, "sig": signature]) == false)
        #expect(isSound("packed", ["alg": -7, "sig": signature, "ver": "2"]) == false)
        #expect(isSound("packed", ["alg": -7, "sig": signature], over: Self.data) == false)
        #expect(isSound("packed", ["alg": -7]) == false)
        #expect(isSound("none", [:]) == true)
        #expect(isSound("none", ["alg": -7]) == false)
        // By a key of its maker, which nobody here knows.
        #expect(isSound("packed", ["alg": -7, "sig": signature, "x5c": .array([])]) == nil)
        #expect(isSound("tpm", [:]) == nil)
    }
}
