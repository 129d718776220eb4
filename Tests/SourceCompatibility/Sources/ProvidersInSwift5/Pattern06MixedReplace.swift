import AuthenticationServices

// Patterns 6, 7 and 14: identities of several kinds in one array, and the ways to save.

public final class EntriesController: Sendable {
    public init() {}

    public let password = ASPasswordCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL), user: "ann",
        recordIdentifier: "1")
    public let code = ASOneTimeCodeCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain), label: "work",
        recordIdentifier: "1")

    /// Pattern 6: two arrays added, not awaited.
    public func replaceAll() {
        let passwordIdentities = [password]
        let otpIdentities = [code]
        ASCredentialIdentityStore.shared.replaceCredentialIdentities(passwordIdentities + otpIdentities)
    }

    /// Pattern 7: one identity with the default handler.
    public func saveOne() {
        ASCredentialIdentityStore.shared.saveCredentialIdentities([password])
    }

    /// Pattern 7: all gone, then saved, in trailing closures.
    public func refill(_ done: @escaping (Bool) -> Void) {
        let store = ASCredentialIdentityStore.shared
        store.removeAllCredentialIdentities { _, _ in
            store.saveCredentialIdentities([self.password]) { success, error in
                done(success && error == nil)
            }
        }
    }

    /// Pattern 7: awaited.
    public func saveAwaiting() async throws {
        try await ASCredentialIdentityStore.shared.saveCredentialIdentities([password])
    }

    /// Pattern 14: an array of the protocol without `any`, filled from concrete ones.
    public func saveCollected() async throws {
        var identities = [ASCredentialIdentity]()
        identities.append(contentsOf: [password])
        identities.append(code)
        guard await ASCredentialIdentityStore.shared.state().isEnabled else { return }
        try await ASCredentialIdentityStore.shared.saveCredentialIdentities(identities)
    }
}
