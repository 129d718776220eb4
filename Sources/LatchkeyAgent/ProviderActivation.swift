import Foundation
import LatchkeySecret
package import LatchkeyWire

/// Turns providers on and off, with everything that goes with it.
package struct ProviderActivation: Sendable {
    private let settings: ProviderSettings
    private let tokens: ContainerTokens
    private let identities: IdentityStore
    private let keychain: Keychain

    package init(
        settings: ProviderSettings, tokens: ContainerTokens, identities: IdentityStore, keychain: Keychain
    ) {
        self.settings = settings
        self.tokens = tokens
        self.identities = identities
        self.keychain = keychain
    }

    /// Turns a provider on: its executable is pinned, its app gets a token, its identities can be written.
    ///
    /// Confirming a changed executable gives a new token as well.
    package func enable(_ bundle: ProviderBundle, digest: String?, confirmed: String?) throws(ProviderSettingsError) {
        try settings.enable(bundle, digest: digest, confirmed: confirmed)
        do {
            try tokens.issue(to: bundle.id)
        } catch {
            try settings.disable(bundle.id)
            throw .notWritten
        }
        identities.enable(bundle.id)
    }

    /// Turns a provider off: its token is void, its keychain and its identities are gone.
    ///
    /// The settings go first, so that whatever a crash leaves behind is removed at the next start.
    package func disable(_ provider: ProviderIdentifier) async throws(ProviderSettingsError) {
        try settings.disable(provider)
        keychain.wipe(provider)
        // What cannot be removed now is removed at the next start, and is of no use to anybody until then.
        try? tokens.revoke(provider)
        try? await identities.disable(provider)
    }

    /// Whether the token is that of an enabled provider.
    package func accepts(_ token: AuthenticateApp.Parameters) -> Bool {
        settings.isEnabled(token.provider) && tokens.accepts(Secret(copying: token.token), of: token.provider)
    }
}
