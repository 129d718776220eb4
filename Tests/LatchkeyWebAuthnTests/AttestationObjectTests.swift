import Testing

@testable import LatchkeyWebAuthn

@Suite("Attestation object") struct AttestationObjectTests {
    private static let hash = [UInt8](repeating: 5, count: 32)
    private static let data = [UInt8](repeating: 0xAB, count: 37)

    @Test func `decodes an encoded attestation object`() throws {
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

    @Test(arguments: refused)
    func `refuses an attestation object with missing, unknown or invalid members`(item: CBOR) {
        #expect(throws: AttestationObjectError.missingMember) { try AttestationObject(item.encoded) }
    }

    @Test func `verifies self attestation, and accepts no further members`() throws {
        let key = try PasskeyKey.make(.es256)
        let signature = CBOR.bytes(try key.sign(Self.data + Self.hash))
        func isValid(_ format: String, _ statement: CBOR, over hash: [UInt8] = Self.hash) -> Bool? {
            AttestationObject(format: format, statement: statement, authenticatorData: Self.data)
                .isValid(for: key.publicKey, clientDataHash: hash)
        }
        #expect(isValid("packed", ["alg": -7, "sig": signature]) == true)
        #expect(isValid("packed", ["alg": -8, "sig": signature]) == false)
        #expect(isValid("packed", ["alg": -7, "sig": signature, "ver": "2"]) == false)
        #expect(isValid("packed", ["alg": -7, "sig": signature], over: Self.data) == false)
        #expect(isValid("packed", ["alg": -7]) == false)
        #expect(isValid("none", [:]) == true)
        #expect(isValid("none", ["alg": -7]) == false)
        // A key of the manufacturer signs these formats.
        #expect(isValid("packed", ["alg": -7, "sig": signature, "x5c": .array([])]) == nil)
        #expect(isValid("tpm", [:]) == nil)
    }
}
