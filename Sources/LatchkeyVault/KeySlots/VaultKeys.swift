import CSodium
package import Crypto
import Foundation
package import LatchkeyCore

/// A vault's keys, each derived from the vault key for one purpose (HKDF, RFC 5869).
package struct VaultKeys: Sendable {
    package static let vaultKeyByteCount = 32

    let vaultKey: Secret
    package let overviews: SymmetricKey
    package let details: SymmetricKey
    package let manifest: SymmetricKey
    let recordSet: SymmetricKey
    let chain: SymmetricKey
    let slots: SymmetricKey
    let passwordDigests: SymmetricKey
    let accounts: SymmetricKey
    let accountBuckets: SymmetricKey
    /// Sixteen bytes that are stored unencrypted and distinguish the right key from a wrong one.
    package let check: [UInt8]
    package let inbox: InboxKeyPair

    package init(vaultKey: Secret, vault: RecordIdentifier) {
        let key = SymmetricKey(vaultKey)
        func derive(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key, salt: vault.bytes, info: Array("latchkey vault 1 \(purpose)".utf8),
                outputByteCount: 32)
        }
        self.vaultKey = vaultKey
        overviews = derive("overviews")
        details = derive("details")
        manifest = derive("manifest")
        recordSet = derive("record set")
        chain = derive("chain")
        slots = derive("slots")
        passwordDigests = derive("password digests")
        accounts = derive("accounts")
        accountBuckets = derive("account buckets")
        check = unsafe derive("key check").withUnsafeBytes { unsafe Array($0.prefix(16)) }
        inbox = InboxKeyPair(seed: Secret(derive("inbox")))
    }

    func digest(of password: Secret) -> PasswordDigest? {
        let code = unsafe password.withBytes { unsafe HMAC<SHA256>.authenticationCode(for: $0, using: passwordDigests) }
        return PasswordDigest(bytes: Array(code.prefix(PasswordDigest.byteCount)))
    }
}

/// The key pair of the inbox.
///
/// The locked vault seals proposals to the public key (libsodium's sealed boxes).
package struct InboxKeyPair: Sendable {
    static let publicKeyByteCount = 32
    static let overheadByteCount = crypto_box_sealbytes()

    package let publicKey: [UInt8]
    private let privateKey: Secret

    init(seed: Secret) {
        precondition(sodium_init() >= 0, "libsodium could not be initialised")
        precondition(seed.count == crypto_box_seedbytes(), "a seed of the inbox has a wrong length")
        var publicKey = [UInt8](repeating: 0, count: Self.publicKeyByteCount)
        privateKey = unsafe Secret(count: crypto_box_secretkeybytes()) { target in
            unsafe seed.withBytes { seed in
                let target = unsafe target.bindMemory(to: UInt8.self)
                let seed = unsafe seed.bindMemory(to: UInt8.self)
                guard let targetStart = target.baseAddress, let seedStart = seed.baseAddress else { return }
                unsafe crypto_box_seed_keypair(&publicKey, targetStart, seedStart)
            }
        }
        self.publicKey = publicKey
    }

    /// Seals bytes to a public key; `nil` if the key is invalid.
    static func seal(_ bytes: [UInt8], to publicKey: [UInt8]) -> [UInt8]? {
        guard publicKey.count == publicKeyByteCount, sodium_init() >= 0 else { return nil }
        var sealed = [UInt8](repeating: 0, count: bytes.count + crypto_box_sealbytes())
        let status = unsafe crypto_box_seal(&sealed, bytes, UInt64(bytes.count), publicKey)
        return status == 0 ? sealed : nil
    }

    /// Opens what ``seal(_:to:)`` returned; `nil` for other bytes.
    func open(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= crypto_box_sealbytes() else { return nil }
        var bytes = [UInt8](repeating: 0, count: sealed.count - crypto_box_sealbytes())
        let status = unsafe privateKey.withBytes { key in
            let key = unsafe key.bindMemory(to: UInt8.self)
            guard let start = key.baseAddress else { return CInt(-1) }
            return unsafe crypto_box_seal_open(&bytes, sealed, UInt64(sealed.count), publicKey, start)
        }
        return status == 0 ? bytes : nil
    }
}
