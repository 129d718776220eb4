public import Foundation
internal import Synchronization

/// Opens the system's settings for a provider's app, and asks the user to enable the provider.
///
/// Without a host, opening throws `ASAuthorizationError.failed`, and the provider counts as disabled. On Linux no
/// program installs a host yet.
open class ASSettingsHelper: NSObject {
    private static let installed = Mutex<SettingsRequests?>(nil)

    // Apple's class has no instances.
    private override init() {
        super.init()
    }

    package static func install(_ requests: SettingsRequests?) {
        installed.withLock { $0 = requests }
    }

    /// Opens the settings of credential providers.
    ///
    /// - Parameter completionHandler: Called on a background thread; `nil` for success, otherwise an
    ///   `ASAuthorizationError`.
    @preconcurrency
    open class func openCredentialProviderAppSettings(
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task.detached {
            await report(to: completionHandler) { try await installedRequests().openCredentialProviderSettings() }
        }
    }

    /// Opens the settings of credential providers.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if the process has no host.
    open class func openCredentialProviderAppSettings() async throws {
        try await installedRequests().openCredentialProviderSettings()
    }

    /// Opens the settings that choose the app for one-time codes.
    ///
    /// - Parameter completionHandler: Called on a background thread; `nil` for success, otherwise an
    ///   `ASAuthorizationError`.
    @preconcurrency
    open class func openVerificationCodeAppSettings(
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Task.detached {
            await report(to: completionHandler) { try await installedRequests().openVerificationCodeSettings() }
        }
    }

    /// Opens the settings that choose the app for one-time codes.
    ///
    /// - Throws: ``ASAuthorizationError`` `failed` if the process has no host.
    open class func openVerificationCodeAppSettings() async throws {
        try await installedRequests().openVerificationCodeSettings()
    }

    /// Asks the user to enable the provider, at most once in ten seconds.
    ///
    /// - Parameter completionHandler: Receives whether the provider is enabled; `false` if the process has no host.
    @preconcurrency
    open class func requestToTurnOnCredentialProviderExtension(
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        Task.detached {
            completionHandler(await installed.withLock { $0 }?.requestToEnable() ?? false)
        }
    }

    /// Asks the user to enable the provider, at most once in ten seconds.
    ///
    /// - Returns: Whether the provider is enabled; `false` if the process has no host.
    open class func requestToTurnOnCredentialProviderExtension() async -> Bool {
        await installed.withLock { $0 }?.requestToEnable() ?? false
    }

    private static func installedRequests() throws -> SettingsRequests {
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
