import AuthenticationServices

// Identities of several types in one array, and the methods that save them.

public final class EntriesController: Sendable {
    public init() {}

    public let password = ASPasswordCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL), user: "ann",
        recordIdentifier: "1")
    public let code = ASOneTimeCodeCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain), label: "work",
        recordIdentifier: "1")

    /// Adds two arrays, without waiting.
    public func replaceAll() {
        let passwordIdentities = [password]
        let otpIdentities = [code]
        ASCredentialIdentityStore.shared.replaceCredentialIdentities(passwordIdentities + otpIdentities)
    }

    /// Saves one identity with the default handler.
    public func saveOne() {
        ASCredentialIdentityStore.shared.saveCredentialIdentities([password])
    }

    /// Removes all identities and then saves one, with trailing closures.
    public func refill(_ done: @escaping (Bool) -> Void) {
        let store = ASCredentialIdentityStore.shared
        store.removeAllCredentialIdentities { _, _ in
            store.saveCredentialIdentities([self.password]) { success, error in
                done(success && error == nil)
            }
        }
    }

    /// Saves one identity with `await`.
    public func saveAwaiting() async throws {
        try await ASCredentialIdentityStore.shared.saveCredentialIdentities([password])
    }

    /// Saves an array of the protocol without `any`, filled from concrete identities.
    public func saveCollected() async throws {
        var identities = [ASCredentialIdentity]()
        identities.append(contentsOf: [password])
        identities.append(code)
        guard await ASCredentialIdentityStore.shared.state().isEnabled else { return }
        try await ASCredentialIdentityStore.shared.saveCredentialIdentities(identities)
    }
}
