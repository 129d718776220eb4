import AuthenticationServices
import Crypto
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// A passkey that was opened to be used.
struct OpenedPasskey: Sendable {
    let record: RecordIdentifier
    let passkey: Passkey
    let asksEveryTime: Bool

    /// What opening one came to.
    enum Outcome: Sendable {
        case passkey(OpenedPasskey)
        /// The record is gone or in the bin, and the passkey is gone, hidden, or another relying party's.
        case notFound
        case failed(VaultError)
    }

    /// Opens exactly one record.
    ///
    /// - Parameter record: `nil` for a new passkey of which the agent knows the credential alone.
    @concurrent
    static func open(
        _ credentialID: Data, of relyingParty: String, in record: RecordIdentifier?, from vault: UnlockedVault
    ) async -> Outcome {
        do throws(VaultError) {
            var id = record
            if id == nil { id = try vault.recordIdentifier(ofPasskey: credentialID, of: relyingParty) }
            guard let id else { return .notFound }
            let record = try vault.record(id)
            guard !record.overview.isRemoved,
                let passkey = record.login.passkeys.first(where: { passkey in
                    passkey.description.credentialID == credentialID
                        && passkey.description.relyingPartyIdentifier.utf8.elementsEqual(relyingParty.utf8)
                }), !record.overview.hiddenPasskeys.contains(credentialID)
            else { return .notFound }
            return .passkey(
                OpenedPasskey(record: record.id, passkey: passkey, asksEveryTime: record.overview.asksEveryTime))
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }

    /// Signs in, and does what the extensions ask for.
    ///
    /// What is to be kept beside the passkey is written before the answer is given; where that fails, the person is signed in
    /// all the same and the site is told.
    ///
    /// - Throws: `PasskeyKeyError` for a key that an import brought and nobody here can use.
    @concurrent
    func sign(
        _ wish: AssertionWish, isVerified: Bool, in vault: UnlockedVault
    ) async throws(PasskeyKeyError) -> SignedAssertion {
        let description = passkey.description
        let credential = Authenticator.Credential(
            id: Array(description.credentialID), key: try PasskeyKey(pkcs8: passkey.privateKey),
            relyingPartyIdentifier: description.relyingPartyIdentifier)
        var flags = AuthenticatorData.Flags.ofVault
        flags.insert(.userPresent)
        if isVerified { flags.insert(.userVerified) }
        let assertion = try Authenticator.getAssertion(
            credential, clientDataHash: wish.clientDataHash, flags: flags)
        var signed = SignedAssertion(wish: wish, description: description, assertion: assertion)
        if isVerified, let input = wish.prfInput(of: passkey), let secret = passkey.prfSecrets?.verified {
            signed.prf = PRFResults(of: input, secret: secret)
        }
        switch wish.largeBlob {
        case .read: signed.largeBlob = .read(data: passkey.largeBlob?.revealBytes())
        case .write(let bytes):
            signed.change = keep(bytes, in: vault)
            signed.largeBlob = .write(success: signed.change != nil || passkey.largeBlob == Secret(copying: bytes))
        case nil: break
        }
        return signed
    }

    /// - Returns: What changed; nothing where it was not written.
    private func keep(_ blob: Data, in vault: UnlockedVault) -> Change? {
        guard blob.count <= Passkey.largeBlobByteLimit else { return nil }
        let secret = Secret(copying: blob)
        return try? vault.edit(record) { login in
            guard let index = login.passkeys.firstIndex(where: { $0.description == passkey.description }) else {
                return
            }
            login.passkeys[index].largeBlob = secret
        }
    }
}

/// What signing in came to.
struct SignedAssertion: Sendable {
    let wish: AssertionWish
    let description: PasskeyDescription
    let assertion: Authenticator.Assertion
    var prf: PRFResults?
    var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    /// What writing the large blob changed.
    var change: Change?

    var credential: ASPasskeyAssertionCredential {
        let hasOutput = prf != nil || largeBlob != nil
        return ASPasskeyAssertionCredential(
            userHandle: description.userHandle, relyingParty: description.relyingPartyIdentifier,
            signature: Data(assertion.signature), clientDataHash: Data(wish.clientDataHash),
            authenticatorData: Data(assertion.authenticatorData), credentialID: description.credentialID,
            extensionOutput: hasOutput
                ? ASPasskeyAssertionCredentialExtensionOutput(
                    largeBlob: largeBlob, prf: prf.map { .init(first: $0.first, second: $0.second) }) : nil)
    }
}

/// What a pseudo-random function gives for one or two salts.
struct PRFResults: Sendable {
    let first: SymmetricKey
    let second: SymmetricKey?

    init(of input: PRFInputValues, secret: Secret) {
        func result(_ salt: Data) -> SymmetricKey {
            let result = PseudoRandomFunction.result(for: Array(salt), secret: secret)
            return unsafe result.withBytes { unsafe SymmetricKey(data: $0) }
        }
        first = result(input.saltInput1)
        second = input.saltInput2.map(result)
    }
}

extension AuthenticatorData.Flags {
    /// What the vault says of each of its passkeys, always: it may be in a backup, and counts as in one.
    ///
    /// Whether a copy of the vault was made by now or not: a relying party that sees these change refuses
    /// (WebAuthn L3 §6.1.3, §7.2 step 18).
    static let ofVault: AuthenticatorData.Flags = [.backupEligible, .backedUp]
}
