import LatchkeyWire

extension ProviderOffer {
    init(_ bundle: ProviderBundle, name: String) {
        let can = bundle.capabilities
        self.init(
            id: bundle.id, name: name, providesPasswords: can.providesPasswords,
            providesOneTimeCodes: can.providesOneTimeCodes, providesTextToInsert: can.providesTextToInsert,
            savesPasswords: can.supportsSavePasswordCredentials,
            generatesPasswords: can.supportsGeneratePasswordCredentials,
            generatesWithUI: can.supportsGeneratePasswordCredentialsWithUI, providesPasskeys: can.providesPasskeys,
            supportsConditionalPasskeyRegistration: can.supportsConditionalPasskeyRegistration)
    }
}

extension RemoteError {
    static let notWritten = RemoteError(
        .internalError, "the settings could not be written", hint: "run \"latchkey doctor\"")

    static func unusable(_ bundle: ProviderBundle, _ problems: [ProviderProblem]) -> RemoteError {
        RemoteError(
            .providerUnusable, "\(bundle.name) cannot be run: \(problems.map(\.sentence).joined(separator: "; "))",
            hint: "install \(bundle.path) again")
    }

    init(_ error: ProviderSettingsError, of bundle: ProviderBundle) {
        switch error {
        case .confirmationRequired(let path, let digest):
            self.init(
                .confirmationRequired, "turning on \(path) needs a confirmation",
                hint: "run \"latchkey providers enable \(bundle.id)\"", details: ["path": path, "digest": digest])
        case .unusable(let problems): self = .unusable(bundle, problems)
        case .unreadableBundle: self.init(.providerUnusable, "\(bundle.path) cannot be read")
        case .notWritten: self = .notWritten
        }
    }
}
