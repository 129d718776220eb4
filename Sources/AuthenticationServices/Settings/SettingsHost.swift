internal import Synchronization

/// The settings behind ``ASSettingsHelper``.
package protocol SettingsHost: Sendable {
    func openCredentialProviderSettings() async throws
    func openVerificationCodeSettings() async throws
    func isProviderEnabled() async -> Bool
    /// Asks the person to turn the provider on, and answers whether it is on then.
    func askToTurnOnProvider() async -> Bool
}

/// An app's requests to the settings: one question to the person every ten seconds at most.
///
/// What an early request returns is not in Apple's reference. Here it answers whether the provider is on, without a
/// question, and apps that get `false` open the settings.
package final class SettingsRequests: Sendable {
    package static let pause = Duration.seconds(10)

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

    package func requestToTurnOn() async -> Bool {
        if await host.isProviderEnabled() { return true }
        guard mayAsk() else { return false }
        let isOn = await host.askToTurnOnProvider()
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

    /// Takes the one question that may be open, counted from the end of the last.
    private func mayAsk() -> Bool {
        let time = now()
        return lastQuestion.withLock { last in
            switch last {
            case .open: return false
            case .asked(let end) where end.duration(to: time) < Self.pause: return false
            case .asked, nil:
                last = .open
                return true
            }
        }
    }
}
