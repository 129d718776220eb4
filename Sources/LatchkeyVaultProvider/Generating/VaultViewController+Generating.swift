import AuthenticationServices
import LatchkeyCore

// New passwords need no vault, so that all of this works while it is locked or missing.
extension VaultViewController {
    func generate(for offer: PasswordOffer) {
        let passwords = offer.passwords
        guard !passwords.isEmpty else { return cancel(.failed) }
        extensionContext.completeGeneratePasswordRequest(results: passwords)
    }

    func prepareToGenerate(for offer: PasswordOffer) {
        show(
            GeneratorViewController(offer) { [extensionContext] kind, password in
                extensionContext.completeGeneratePasswordRequest(
                    results: [ASGeneratedPassword(kind: kind.appleKind, value: password.reveal())])
            })
    }
}
