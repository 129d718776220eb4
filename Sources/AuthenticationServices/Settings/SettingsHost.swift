internal import Synchronization

/// The system's settings, as ``ASSettingsHelper`` uses them.
package protocol SettingsHost: Sendable {
    func openCredentialProviderSettings() async throws
    func openVerificationCodeSettings() async throws
    func isProviderEnabled() async -> Bool
    /// Asks the user to enable the provider, and returns whether it is enabled afterwards.
    func askToEnableProvider() async -> Bool
}

/// An app's requests to the settings, with at most one question to the user in ten seconds.
///
/// Apple's reference does not say what an earlier request returns. Here it returns whether the provider is enabled,
/// without a question. Apps that get `false` open the settings.
package final class SettingsRequests: Sendable {
    package static let questionInterval = Duration.seconds(10)

    private enum Question {
        case open
        case asked(ContinuousClock.Instant)
    }

    private let host: any SettingsHost
    private let now: @Sendable () -> ContinuousClock.Instant
    private let lastQuestion = Mutex<Question?>(nil)

    package init(
        host: any SettingsHost, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.host = host
        self.now = now
    }

    package func requestToEnable() async -> Bool {
        if await host.isProviderEnabled() { return true }
        guard mayAsk() else { return false }
        let isOn = await host.askToEnableProvider()
        let end = now()
        lastQuestion.withLock { $0 = .asked(end) }
        return isOn
    }

    package func openCredentialProviderSettings() async throws {
        try await host.openCredentialProviderSettings()
    }

    package func openVerificationCodeSettings() async throws {
        try await host.openVerificationCodeSettings()
    }

    /// Whether the user may be asked now; if so, the question counts as open.
    private func mayAsk() -> Bool {
        let time = now()
        return lastQuestion.withLock { last in
            switch last {
            case .open: return false
            case .asked(let end) where end.duration(to: time) < Self.questionInterval: return false
            case .asked, nil:
                last = .open
                return true
            }
        }
    }
}
