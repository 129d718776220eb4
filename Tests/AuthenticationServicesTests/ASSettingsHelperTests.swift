import AuthenticationServices
import Synchronization
import Testing

private final class Settings: SettingsHost {
    private let state: Mutex<(isOn: Bool, asked: Int, opened: [String])>
    private let consents: Bool

    init(isOn: Bool = false, consents: Bool = false) {
        state = Mutex((isOn, 0, []))
        self.consents = consents
    }

    var asked: Int { state.withLock { $0.asked } }
    var opened: [String] { state.withLock { $0.opened } }

    func openCredentialProviderSettings() async throws { state.withLock { $0.opened.append("providers") } }
    func openVerificationCodeSettings() async throws { state.withLock { $0.opened.append("codes") } }
    func isProviderEnabled() async -> Bool { state.withLock { $0.isOn } }

    func askToEnableProvider() async -> Bool {
        state.withLock {
            $0.asked += 1
            $0.isOn = consents
            return consents
        }
    }
}

/// A clock that moves only when the test moves it.
private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// Serialized, since a process has only one settings host.
@Suite(.serialized) struct `Settings helper` {
    @Test func `asks the user unless the provider is enabled`() async {
        let willing = Settings(consents: true)
        let requests = SettingsRequests(host: willing)
        #expect(await requests.requestToEnable())
        #expect(await requests.requestToEnable())
        #expect(willing.asked == 1)
    }

    @Test(arguments: [(Duration.seconds(0), 1), (.milliseconds(9_999), 1), (.seconds(10), 2), (.seconds(60), 2)])
    func `asks once in ten seconds and returns the state without a question before`(pause: Duration, asked: Int) async {
        let settings = Settings()
        let clock = Clock()
        let requests = SettingsRequests(host: settings) { clock.now }
        #expect(await requests.requestToEnable() == false)
        clock.advance(by: pause)
        #expect(await requests.requestToEnable() == false)
        #expect(settings.asked == asked)
    }

    @Test func `the ten seconds start at the last question, not at an early call`() async {
        let settings = Settings()
        let clock = Clock()
        let requests = SettingsRequests(host: settings) { clock.now }
        for _ in 0..<5 {
            _ = await requests.requestToEnable()
            clock.advance(by: .seconds(5))
        }
        #expect(settings.asked == 3)
    }

    @Test func `all forms of the settings calls reach the host`() async throws {
        let settings = Settings(isOn: true)
        ASSettingsHelper.install(SettingsRequests(host: settings))
        defer { ASSettingsHelper.install(nil) }
        try await ASSettingsHelper.openCredentialProviderAppSettings()
        try await ASSettingsHelper.openVerificationCodeAppSettings()
        #expect(await ASSettingsHelper.requestToTurnOnCredentialProviderExtension())
        let isOn = await withCheckedContinuation { continuation in
            ASSettingsHelper.requestToTurnOnCredentialProviderExtension { continuation.resume(returning: $0) }
        }
        #expect(isOn)
        let error = await withCheckedContinuation { continuation in
            ASSettingsHelper.openVerificationCodeAppSettings { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
        #expect(settings.opened == ["providers", "codes", "codes"])
    }

    @Test func `settings calls fail without a host, and the provider counts as disabled`() async {
        await #expect(throws: ASAuthorizationError(.failed)) {
            try await ASSettingsHelper.openCredentialProviderAppSettings()
        }
        #expect(await ASSettingsHelper.requestToTurnOnCredentialProviderExtension() == false)
        let error = await withCheckedContinuation { continuation in
            ASSettingsHelper.openCredentialProviderAppSettings { continuation.resume(returning: $0) }
        }
        #expect((error as? ASAuthorizationError)?.code == .failed)
    }
}
