/// What a provider says that it can do (`ASCredentialProviderExtensionCapabilities`), with Apple's defaults.
package struct ProviderCapabilities: Hashable, Sendable {
    package var providesPasswords = true
    package var providesPasskeys = false
    package var showsConfigurationUI = false
    package var providesOneTimeCodes = false
    package var providesTextToInsert = false
    package var supportsConditionalPasskeyRegistration = false
    package var supportsCredentialUpdate = false
    package var supportsSavePasswordCredentials = false
    /// Needs saving too: what was generated must go somewhere.
    package var supportsGeneratePasswordCredentials = false
    package var supportsGeneratePasswordCredentialsWithUI = false
    /// Keeps what git has beside a password, and credentials that are none; ours, not Apple's.
    package var supportsGitCredentialDetails = false
    /// The versions of the exchange format; empty when the provider takes no part in it.
    package var credentialExchangeVersions: [String] = []

    package init() {}

    /// Reads the `NSExtensionAttributes` of a provider; without any it offers passwords.
    init(attributes: InfoPropertyList?) {
        let legacyConfiguration = attributes?.truth("ASCredentialProviderExtensionShowsConfigurationUI") ?? false
        showsConfigurationUI = legacyConfiguration
        supportsGitCredentialDetails = attributes?.truth("LatchkeySupportsGitCredentialDetails") ?? false
        guard let declared = attributes?.dictionary("ASCredentialProviderExtensionCapabilities") else { return }
        func declares(_ key: String, byDefault value: Bool = false) -> Bool { declared.truth(key) ?? value }
        // Absent means yes: a shipped provider of passwords declares the insertion of text alone.
        providesPasswords = declares("ProvidesPasswords", byDefault: true)
        providesPasskeys = declares("ProvidesPasskeys")
        showsConfigurationUI = declares("ShowsConfigurationUI", byDefault: legacyConfiguration)
        providesOneTimeCodes = declares("ProvidesOneTimeCodes")
        providesTextToInsert = declares("ProvidesTextToInsert")
        supportsConditionalPasskeyRegistration =
            providesPasskeys && declares("SupportsConditionalPasskeyRegistration")
        supportsCredentialUpdate = declares("SupportsCredentialUpdate")
        supportsSavePasswordCredentials = declares("SupportsSavePasswordCredentials")
        supportsGeneratePasswordCredentials =
            supportsSavePasswordCredentials && declares("SupportsGeneratePasswordCredentials")
        // The second spelling is a common mistake, from a comment in a shipped app.
        let withUI = declares(
            "SupportsGeneratePasswordCredentialsWithUI",
            byDefault: declares("SupportsGeneratePasswordsCredentialsWithUI", byDefault: true))
        supportsGeneratePasswordCredentialsWithUI = supportsGeneratePasswordCredentials && withUI
        if declares("SupportsCredentialExchange") {
            credentialExchangeVersions = declared.texts("SupportedCredentialExchangeVersions")
        }
    }

    /// The keys of what the provider can do, for lists.
    package var names: [String] {
        [
            ("ProvidesPasswords", providesPasswords),
            ("ProvidesPasskeys", providesPasskeys),
            ("ProvidesOneTimeCodes", providesOneTimeCodes),
            ("ProvidesTextToInsert", providesTextToInsert),
            ("SupportsConditionalPasskeyRegistration", supportsConditionalPasskeyRegistration),
            ("SupportsCredentialUpdate", supportsCredentialUpdate),
            ("SupportsCredentialExchange", !credentialExchangeVersions.isEmpty),
            ("SupportsSavePasswordCredentials", supportsSavePasswordCredentials),
            ("SupportsGeneratePasswordCredentials", supportsGeneratePasswordCredentials),
            ("SupportsGeneratePasswordCredentialsWithUI", supportsGeneratePasswordCredentialsWithUI),
            ("ShowsConfigurationUI", showsConfigurationUI),
            ("LatchkeySupportsGitCredentialDetails", supportsGitCredentialDetails),
        ].filter(\.1).map(\.0)
    }
}
