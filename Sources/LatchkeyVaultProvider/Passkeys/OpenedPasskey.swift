import AuthenticationServices
import Crypto
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

/// A decrypted passkey that is ready to sign.
struct OpenedPasskey: Sendable {
    let record: RecordIdentifier
    let passkey: Passkey
    let asksEveryTime: Bool

    /// The result of opening a passkey.
    enum Outcome: Sendable {
        case passkey(OpenedPasskey)
        /// The record is missing or in the bin, or the passkey is missing, of another relying party, or hidden.
        case notFound
        case failed(VaultError)
    }

    /// Opens one record and finds the passkey in it.
    ///
    /// - Parameters:
    ///   - record: `nil` for a new passkey: the agent then knows only the credential ID.
    ///   - mayBeHidden: Whether the site names the credential, so that a hidden passkey may sign, too.
    @concurrent
    static func open(
        _ credentialID: Data, of relyingParty: String, in record: RecordIdentifier?, mayBeHidden: Bool = false,
        from vault: UnlockedVault
    ) async -> Outcome {
        do throws(VaultError) {
            var id = record
            if id == nil { id = try vault.recordIdentifier(ofPasskey: credentialID, of: relyingParty) }
            guard let id else { return .notFound }
            let record = try vault.record(id)
            guard !record.overview.isRemoved, record.login.kind == .login,
                let passkey = record.login.passkeys.first(where: { passkey in
                    passkey.description.credentialID == credentialID
                        && passkey.description.relyingPartyIdentifier.utf8.elementsEqual(relyingParty.utf8)
                }), mayBeHidden || !record.overview.hiddenPasskeys.contains(credentialID)
            else { return .notFound }
            return .passkey(
                OpenedPasskey(record: record.id, passkey: passkey, asksEveryTime: record.overview.asksEveryTime))
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }

    /// Signs the assertion and evaluates the extensions.
    ///
    /// Writes a large blob before it returns. If that fails, the sign-in still succeeds, and the extension output
    /// reports the failure.
    ///
    /// - Throws: `PasskeyKeyError` for an imported key of an unsupported type.
    @concurrent
    func sign(
        _ request: AssertionRequest, isVerified: Bool, in vault: UnlockedVault
    ) async throws(PasskeyKeyError) -> SignedAssertion {
        let description = passkey.description
        let credential = Authenticator.Credential(
            id: Array(description.credentialID), key: try PasskeyKey(pkcs8: passkey.privateKey),
            relyingPartyIdentifier: description.relyingPartyIdentifier)
        var flags = AuthenticatorData.Flags.ofVault
        flags.insert(.userPresent)
        if isVerified { flags.insert(.userVerified) }
        let assertion = try Authenticator.getAssertion(
            credential, clientDataHash: request.clientDataHash, flags: flags)
        var signed = SignedAssertion(request: request, description: description, assertion: assertion)
        if isVerified, let input = request.prfInput(of: passkey), let secret = passkey.prfSecrets?.verified {
            signed.prf = PRFResults(of: input, secret: secret)
        }
        switch request.largeBlob {
        case .read: signed.largeBlob = .read(data: passkey.largeBlob?.revealBytes())
        case .write(let bytes):
            signed.change = storeLargeBlob(bytes, in: vault)
            signed.largeBlob = .write(success: signed.change != nil || passkey.largeBlob == Secret(copying: bytes))
        case nil: break
        }
        return signed
    }

    /// - Returns: The change; `nil` if the blob was not written, because it is too large, unchanged or an error
    ///   occurred.
    private func storeLargeBlob(_ blob: Data, in vault: UnlockedVault) -> Change? {
        guard blob.count <= Passkey.largeBlobByteLimit else { return nil }
        let secret = Secret(copying: blob)
        return try? vault.edit(record) { login in
            // Its names and its last use may have changed meanwhile.
            guard
                let index = login.passkeys.firstIndex(where: { other in
                    other.description.credentialID == passkey.description.credentialID
                        && other.description.relyingPartyIdentifier == passkey.description.relyingPartyIdentifier
                })
            else { return }
            login.passkeys[index].largeBlob = secret
        }
    }
}

/// A signed assertion with the extensions' outputs.
struct SignedAssertion: Sendable {
    let request: AssertionRequest
    let description: PasskeyDescription
    let assertion: Authenticator.Assertion
    var prf: PRFResults?
    var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
    /// The change from writing the large blob; `nil` if none was written.
    var change: Change?

    var credential: ASPasskeyAssertionCredential {
        let hasOutput = prf != nil || largeBlob != nil
        return ASPasskeyAssertionCredential(
            userHandle: description.userHandle, relyingParty: description.relyingPartyIdentifier,
            signature: Data(assertion.signature), clientDataHash: Data(request.clientDataHash),
            authenticatorData: Data(assertion.authenticatorData), credentialID: description.credentialID,
            extensionOutput: hasOutput
                ? ASPasskeyAssertionCredentialExtensionOutput(
                    largeBlob: largeBlob, prf: prf.map { .init(first: $0.first, second: $0.second) }) : nil)
    }
}

/// The results of a pseudo-random function for one or two salts.
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
    /// The backup flags of every passkey in the vault: eligible and backed up.
    ///
    /// Constant, whether a backup exists or not: relying parties reject a passkey whose flags change
    /// (WebAuthn L3 §6.1.3, §7.2 step 18).
    static let ofVault: AuthenticatorData.Flags = [.backupEligible, .backedUp]
}
