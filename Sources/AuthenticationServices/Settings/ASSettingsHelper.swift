public import Foundation
internal import Synchronization

/// Ways for a provider's app into the system's settings.
///
/// Without a host every request fails with `ASAuthorizationError.failed`, and the provider counts as off.
open class ASSettingsHelper: NSObject {
    private static let installed = Mutex<SettingsRequests?>(nil)

    // Apple's class has no instances.
    private override init() {
        super.init()
    }

    package static func install(_ requests: SettingsRequests?) {
        installed.withLock { $0 = requests }
    }

    @preconcurrency
    open class func openCredentialProviderAppSettings(
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task.detached {
            await report(to: completionHandler) { try await reach().openCredentialProviderSettings() }
        }
    }

    open class func openCredentialProviderAppSettings() async throws {
        try await reach().openCredentialProviderSettings()
    }

    @preconcurrency
    open class func openVerificationCodeAppSettings(
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task.detached {
            await report(to: completionHandler) { try await reach().openVerificationCodeSettings() }
        }
    }

    open class func openVerificationCodeAppSettings() async throws {
        try await reach().openVerificationCodeSettings()
    }

    /// Asks the person to turn the provider on, at most every ten seconds, and answers whether it is on.
    @preconcurrency
    open class func requestToTurnOnCredentialProviderExtension(
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        Task.detached {
            completionHandler(await installed.withLock { $0 }?.requestToTurnOn() ?? false)
        }
    }

    open class func requestToTurnOnCredentialProviderExtension() async -> Bool {
        await installed.withLock { $0 }?.requestToTurnOn() ?? false
    }

    private static func reach() throws -> SettingsRequests {
        guard let requests = installed.withLock({ $0 }) else { throw ASAuthorizationError(.failed) }
        return requests
    }

    private static func report(
        to handler: (@Sendable ((any Error)?) -> Void)?, _ work: @Sendable () async throws -> Void
    ) async {
        do {
            try await work()
            handler?(nil)
        } catch {
            handler?(error)
        }
    }
}
