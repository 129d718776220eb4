import Foundation
import LatchkeyCore
package import LatchkeyWire

/// Enables and disables providers with their pins, tokens, identities and keychain items.
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

    /// Enables a provider: pins its bundle, issues a token for its app, and allows it to save identities.
    ///
    /// A failure changes nothing. The settings are written last, since a token is not valid until the provider is enabled.
    /// Confirming a changed bundle issues a new token as well.
    package func enable(
        _ bundle: ProviderBundle, state: BundleState?, confirmed: String?
    ) throws(ProviderSettingsError) {
        try settings.check(bundle, state: state, confirmed: confirmed)
        let before: ContainerTokens.Before
        do {
            before = try tokens.issue(to: bundle.id)
        } catch {
            throw .notWritten
        }
        do throws(ProviderSettingsError) {
            try settings.enable(bundle, state: state, confirmed: confirmed)
        } catch {
            tokens.takeBack(from: bundle.id, before)
            throw error
        }
        identities.enable(bundle.id)
    }

    /// Disables a provider: revokes its token, and removes its keychain items and identities.
    ///
    /// The settings are written first, so that the next start removes what a crash left.
    package func disable(_ provider: ProviderIdentifier) async throws(ProviderSettingsError) {
        try settings.disable(provider)
        keychain.wipe(provider)
        // The next start removes what could not be removed now, and no program can use it until then.
        try? tokens.revoke(provider)
        try? await identities.disable(provider)
    }

    /// Whether the token is that of an enabled provider.
    package func accepts(_ token: AuthenticateApp.Parameters) -> Bool {
        settings.isEnabled(token.provider) && tokens.accepts(Secret(copying: token.token), of: token.provider)
    }
}
