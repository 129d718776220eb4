import Foundation
import LatchkeyCore
import LatchkeyWebAuthn
import Testing

/// Private keys in the encodings of other programs, generated with OpenSSL and Python.
@Suite("Private key encodings") struct KeyEncodingTests {
    static let p256 =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAEsRERERERERERERERERERERERERERERERERERERERGhRANCAARiYzhSXMAVVX29"
        + "Hrx30Ijyis_RgCFCsODWl2oWJHhwUiwqSIn8f6VZvc5DWFG-WOIKOdOwo5IveKW74dcpibWs"
    static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v_VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g"

    static let readable: [(name: String, key: String, proper: String)] = [
        (
            "P-256, scalar of 31 bytes, public key",
            "MIGGAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBGwwagIBAQQfSxEREREREREREREREREREREREREREREREREREREREaFEA0IABGJjOFJcwBVVfb0e"
                + "vHfQiPKKz9GAIUKw4NaXahYkeHBSLCpIifx_pVm9zkNYUb5Y4go507Cjki94pbvh1ymJtaw", p256
        ),
        (
            "P-256, scalar of 31 bytes alone",
            "MEACAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJjAkAgEBBB9LERERERERERERERERERERERERERERERERERERERER", p256
        ),
        (
            "P-256, without PKCS #8",
            "MDECAQEEIABLERERERERERERERERERERERERERERERERERERERERoAoGCCqGSM49AwEH", p256
        ),
        (
            "P-256, scalar of 33 bytes",
            "MIGIAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG4wbAIBAQQhAABLERERERERERERERERERERERERERERERERERERERERoUQDQgAEYmM4UlzAFVV9"
                + "vR68d9CI8orP0YAhQrDg1pdqFiR4cFIsKkiJ_H-lWb3OQ1hRvljiCjnTsKOSL3ilu-HXKYm1rA", p256
        ),
        (
            "Ed25519, version 2",
            "MFECAQEwBQYDK2VwBCIEIJ1hsZ3v_VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9ggSEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            ed25519
        ),
        (
            "Ed25519, version 2 with attributes (RFC 8410 §10.3)",
            "MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhCoB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEA"
                + "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE",
            "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC"
        ),
    ]

    @Test(arguments: readable)
    func `encodes a private key in an unusual encoding again`(name: String, key: String, proper: String) throws {
        let read = try PasskeyKey(pkcs8: try Self.secret(key))
        let usual = try PasskeyKey(pkcs8: try Self.secret(proper))
        #expect(read.publicKey == usual.publicKey)
        #expect(read.pkcs8 == usual.pkcs8)
        try read.check()
    }

    @Test(arguments: [p256, ed25519])
    func `keeps the bytes of a private key in the usual encoding`(key: String) throws {
        let key = try Self.secret(key)
        #expect(try PasskeyKey(pkcs8: key).pkcs8 == key)
    }

    @Test(arguments: [
        // P-384, secp256k1, Ed448.
        "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDW3BVZJqRu429muPsehCzTR7rhrV8goUcOSEUM4vUz899_j2PR0JSZZD-ZSUQenI-h"
            + "ZANiAASw2CDSYTtwjQrAE5C82JpzQSr7aFLjsdrLi3lwwQFnUQ-w5NQZGtFqlH7aGWunGJ5aXCH1EngLeCsm8eXw15funLAcuP3by2Lpk91R"
            + "svpjQWdh0ZC-Bgdb3ULIx0f5Dpo",
        "MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgvHC8Lw4xOvj2Lq-pWeOJqrXQCTWrco8m--8IYkZCL3mhRANCAAQF1-29sXo7XRgxVuMT"
            + "SMlRRMLqpCVuPQPwAkDMTieKD7EPO59DuBZmILHAJh_vLJAlNNCeb71Qo7qNI0RkRIPI",
        "MEcCAQAwBQYDK2VxBDsEOSVUpHcF_QJ9YyO6VyWeO3LnqK05BIIL_1p8C4PmxUd5nIr5Wxc6c7k0D4w_fNnzzujtzH5uMARxMg",
    ])
    func `refuses private keys of unsupported algorithms`(key: String) throws {
        #expect(throws: PasskeyKeyError.unsupportedKind) { try PasskeyKey(pkcs8: try Self.secret(key)) }
    }

    @Test(arguments: [
        // A scalar without its last byte, 20 bytes of a scalar, and an Ed25519 key with the public key of another key.
        "MIGGAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBGwwagIBAQQfAEsREREREREREREREREREREREREREREREREREREREaFEA0IABGJjOFJcwBVVfb0e"
            + "vHfQiPKKz9GAIUKw4NaXahYkeHBSLCpIifx_pVm9zkNYUb5Y4go507Cjki94pbvh1ymJtaw",
        "MDUCAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEGzAZAgEBBBQREREREREREREREREREREREREREQ",
        "MFECAQEwBQYDK2VwBCIEIJ1hsZ3v_VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9ggSEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURs",
        "AQIDBA",
    ])
    func `refuses truncated private keys and mismatched public keys`(key: String) throws {
        #expect(throws: PasskeyKeyError.unreadable) { try PasskeyKey(pkcs8: try Self.secret(key)) }
    }

    @Test func `refuses truncated private keys at every length`() throws {
        for (_, text, _) in Self.readable {
            let key = Array(try #require(Base64URL.decode(text)))
            for length in 0..<key.count {
                #expect(throws: PasskeyKeyError.self) { try PasskeyKey(pkcs8: Secret(copying: key.prefix(length))) }
            }
        }
    }

    private static func secret(_ text: String) throws -> Secret {
        Secret(copying: try #require(Base64URL.decode(text)))
    }
}
