import Foundation
import LatchkeyCore
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

    /// Enables a provider: its bundle is pinned, its app gets a token, its identities can be written.
    ///
    /// Wholly or not at all. The settings come last, since a token means nothing before the provider is on.
    /// Confirming a changed bundle gives a new token as well.
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
