/// The capabilities that a provider declares (`ASCredentialProviderExtensionCapabilities`), with Apple's defaults.
package struct ProviderCapabilities: Hashable, Sendable {
    package var providesPasswords = true
    package var providesPasskeys = false
    package var showsConfigurationUI = false
    package var providesOneTimeCodes = false
    package var providesTextToInsert = false
    package var supportsConditionalPasskeyRegistration = false
    package var supportsCredentialUpdate = false
    package var supportsSavePasswordCredentials = false
    /// Requires the capability to save, since generated passwords are saved.
    package var supportsGeneratePasswordCredentials = false
    package var supportsGeneratePasswordCredentialsWithUI = false
    /// Whether it stores git's attributes, and credentials that are not passwords; our own addition.
    package var supportsGitCredentialDetails = false
    /// Whether a save may change a login's user name, which requires the capability to save; our own addition.
    package var supportsUserNameChanges = false
    /// The supported versions of the exchange format; empty without support.
    package var credentialExchangeVersions: [String] = []

    /// Reads the `NSExtensionAttributes` of a provider; without them it offers passwords.
    init(attributes: InfoPropertyList?) {
        let legacyConfiguration = attributes?.truth("ASCredentialProviderExtensionShowsConfigurationUI") ?? false
        showsConfigurationUI = legacyConfiguration
        supportsGitCredentialDetails = attributes?.truth("LatchkeySupportsGitCredentialDetails") ?? false
        guard let declared = attributes?.dictionary("ASCredentialProviderExtensionCapabilities") else { return }
        func declares(_ key: String, byDefault value: Bool = false) -> Bool { declared.truth(key) ?? value }
        // A missing value means `true`: a shipped provider of passwords declares only the insertion of text.
        providesPasswords = declares("ProvidesPasswords", byDefault: true)
        providesPasskeys = declares("ProvidesPasskeys")
        showsConfigurationUI = declares("ShowsConfigurationUI", byDefault: legacyConfiguration)
        providesOneTimeCodes = declares("ProvidesOneTimeCodes")
        providesTextToInsert = declares("ProvidesTextToInsert")
        supportsConditionalPasskeyRegistration =
            providesPasskeys && declares("SupportsConditionalPasskeyRegistration")
        supportsCredentialUpdate = declares("SupportsCredentialUpdate")
        supportsSavePasswordCredentials = declares("SupportsSavePasswordCredentials")
        supportsUserNameChanges =
            supportsSavePasswordCredentials && attributes?.truth("LatchkeySupportsUserNameChanges") ?? false
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

    /// The keys of the provider's capabilities, for lists.
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
            ("LatchkeySupportsUserNameChanges", supportsUserNameChanges),
        ].filter(\.1).map(\.0)
    }
}
