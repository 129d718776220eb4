import AuthenticationServices

// The settings, with closures and with `await`.

public final class SettingsScreen {
    public private(set) var isOn: Bool?

    public init() {}

    public func turnOn(_ done: @escaping () -> Void) {
        ASSettingsHelper.requestToTurnOnCredentialProviderExtension { [weak self] on in
            self?.isOn = on
            done()
        }
    }

    public func openSettings() async {
        try? await ASSettingsHelper.openCredentialProviderAppSettings()
    }

    public func openSettingsWithoutWaiting() {
        ASSettingsHelper.openCredentialProviderAppSettings()
        ASSettingsHelper.openVerificationCodeAppSettings { error in _ = error }
    }
}
