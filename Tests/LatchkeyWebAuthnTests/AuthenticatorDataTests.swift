import LatchkeyWebAuthn
import Testing

@Suite("Authenticator data")
struct AuthenticatorDataTests {
    static let hash = [UInt8](repeating: 0xAB, count: 32)
    static let key = COSEKey.elliptic(.p256, x: Array(repeating: 1, count: 32), y: Array(repeating: 2, count: 32))

    @Test func `encodes authenticator data in the order of the specification`() {
        let data = AuthenticatorData(
            relyingPartyHash: Self.hash, flags: [.userPresent, .userVerified], signatureCount: 258)
        #expect(data.encoded == Self.hash + [0x05, 0, 0, 1, 2])
    }

    @Test func `sets the flags of a credential and of extensions`() throws {
        let credential = AuthenticatorData.AttestedCredential(
            aaguid: Authenticator.aaguid, id: [7, 8, 9], publicKey: Self.key)
        let data = AuthenticatorData(
            relyingPartyHash: Self.hash, flags: [.userPresent, .backupEligible, .backedUp], credential: credential,
            extensions: ["credProtect": 1])
        #expect(data.encoded[32] == 0x01 | 0x08 | 0x10 | 0x40 | 0x80)
        #expect(try AuthenticatorData(data.encoded) == data)
    }

    static let refused: [([UInt8], AuthenticatorDataError)] = [
        ([], .truncated),
        (Self.hash + [0x01, 0, 0, 0], .truncated),
        (Self.hash + [0x01, 0, 0, 0, 0, 0], .trailingBytes(1)),
        (Self.hash + [0x11, 0, 0, 0, 0], .backedUpWithoutEligibility),
        (Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 15), .truncated),
        (Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 0], .identifierLength(0)),
        (Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [4, 0], .identifierLength(1024)),
        (Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 9, 1], .truncated),
        (
            Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 1, 1, 0xFF],
            .cbor(.unsupported(at: 0))
        ),
        (Self.hash + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 1, 1, 0x01], .publicKey(.notAMap)),
        (Self.hash + [0x81, 0, 0, 0, 0, 0x01], .extensionsNotAMap),
    ]

    @Test(arguments: refused)
    func `refuses invalid authenticator data`(bytes: [UInt8], error: AuthenticatorDataError) {
        #expect(throws: error) { try AuthenticatorData(bytes) }
    }

    @Test func `refuses truncated authenticator data at every length`() {
        let credential = AuthenticatorData.AttestedCredential(
            aaguid: Authenticator.aaguid, id: [7, 8, 9], publicKey: Self.key)
        let whole = AuthenticatorData(relyingPartyHash: Self.hash, flags: .userPresent, credential: credential).encoded
        for length in whole.indices {
            #expect(throws: AuthenticatorDataError.self) { try AuthenticatorData(whole.prefix(length)) }
        }
    }
}
