import CGcrypt
import Crypto
import Foundation
import LatchkeyWebAuthn

/// A P-256 key that signs with deterministic nonces (RFC 6979), like the vectors.
struct DeterministicKey: SigningKey {
    let scalar: [UInt8]
    let publicKey: COSEKey

    init(scalar: [UInt8]) throws {
        let point = Array(try P256.Signing.PrivateKey(rawRepresentation: scalar).publicKey.rawRepresentation)
        self.scalar = scalar
        publicKey = .elliptic(.p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))
    }

    func sign(_ message: [UInt8]) throws(PasskeyKeyError) -> [UInt8] {
        let hash = Array(SHA256.hash(data: message)).hex
        do {
            let parts = try Gcrypt.sign(
                "(data (flags rfc6979) (hash sha256 #\(hash)#))",
                with: "(private-key (ecc (curve \"NIST P-256\") (d #\(scalar.hex)#)))", parts: ["r", "s"])
            let padded = parts.map { Array(repeating: 0, count: max(0, 32 - $0.count)) + $0.suffix(32) }
            return Array(try P256.Signing.ECDSASignature(rawRepresentation: padded[0] + padded[1]).derRepresentation)
        } catch {
            throw .unreadable
        }
    }
}

/// Operations of libgcrypt that our libraries lack.
enum Gcrypt {
    struct Refusal: Error {
        let code: UInt32
    }

    static func sign(_ data: String, with key: String, parts: [String]) throws -> [[UInt8]] {
        let (data, key) = unsafe (try expression(data), try expression(key))
        defer {
            unsafe gcry_sexp_release(data)
            unsafe gcry_sexp_release(key)
        }
        var signature: gcry_sexp_t? = nil
        try check(unsafe gcry_pk_sign(&signature, data, key))
        defer { unsafe gcry_sexp_release(signature) }
        return try parts.map { name in
            let token = unsafe gcry_sexp_find_token(signature, name, 0)
            defer { unsafe gcry_sexp_release(token) }
            var length = 0
            guard let start = unsafe gcry_sexp_nth_data(token, 1, &length) else { throw Refusal(code: 0) }
            return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    /// Whether an Ed448 signature is valid (RFC 8032 §5.2).
    static func verifiesEd448(_ signature: [UInt8], over message: [UInt8], key: [UInt8]) throws -> Bool {
        let half = signature.count / 2
        let (r, s) = (Array(signature.prefix(half)).hex, Array(signature.suffix(half)).hex)
        let given = try unsafe expression("(sig-val (eddsa (r #\(r)#) (s #\(s)#)))")
        let data = try unsafe expression("(data (flags eddsa) (hash-algo shake256) (value #\(message.hex)#))")
        let key = try unsafe expression("(public-key (ecc (curve Ed448) (flags eddsa) (q #\(key.hex)#)))")
        defer {
            unsafe gcry_sexp_release(given)
            unsafe gcry_sexp_release(data)
            unsafe gcry_sexp_release(key)
        }
        return unsafe gcry_pk_verify(given, data, key) == 0
    }

    private static let isReady: Bool = unsafe gcry_check_version(nil) != nil

    private static func expression(_ text: String) throws -> gcry_sexp_t? {
        guard isReady else { throw Refusal(code: 0) }
        var made: gcry_sexp_t?
        try check(unsafe gcry_sexp_new(&made, text, 0, 1))
        return unsafe made
    }

    private static func check(_ code: gcry_error_t) throws {
        if code != 0 { throw Refusal(code: code) }
    }
}
