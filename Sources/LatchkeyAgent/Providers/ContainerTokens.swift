import Foundation
package import LatchkeyCore
import LatchkeyWire

/// The tokens of containing apps: random bytes in the providers' containers.
///
/// A token is written when the provider is enabled, and revoked and removed when it is disabled. Only the provider, its
/// app and unconfined programs of the same user can read the container.
package struct ContainerTokens: Sendable {
    private let folder: String
    private let files: PrivateFiles

    /// - Parameter folder: The folder of all containers.
    package init(folder: String, files: PrivateFiles) {
        self.folder = folder
        self.files = files
    }

    /// The folder that a provider shares with its app.
    package func container(of provider: ProviderIdentifier) -> String {
        folder + "/" + provider.rawValue
    }

    /// The container before a token was issued.
    package struct Before: Sendable {
        fileprivate var token: Secret?
        fileprivate var hadContainer: Bool
    }

    /// Creates the container, and writes a new token into it.
    ///
    /// If the token cannot be written, a container that was created for it is removed again.
    ///
    /// - Returns: The parameter for ``takeBack(from:_:)``.
    @discardableResult
    package func issue(to provider: ProviderIdentifier) throws -> Before {
        let token = (try? files.read(path(of: provider), Self.length)) ?? nil
        let before = Before(
            token: token.map { Secret(copying: $0) }, hadContainer: files.names(folder).contains(provider.rawValue))
        do {
            try files.makeFolder(container(of: provider))
            try files.write(path(of: provider), Secret.random(count: Self.length).revealBytes())
        } catch {
            takeBack(from: provider, before)
            throw error
        }
        return before
    }

    /// Restores the container as it was before the token was issued, as far as possible.
    ///
    /// A container with other files is not removed.
    package func takeBack(from provider: ProviderIdentifier, _ before: Before) {
        if let token = before.token {
            if !accepts(token, of: provider) { try? files.write(path(of: provider), token.revealBytes()) }
        } else {
            try? files.remove(path(of: provider))
        }
        if !before.hadContainer { try? files.removeFolder(container(of: provider)) }
    }

    /// Removes the tokens of all other providers; the containers and their other files stay.
    package func revoke(allBut enabled: [ProviderIdentifier]) throws {
        for name in files.names(folder) {
            guard let provider = try? ProviderIdentifier(name), !enabled.contains(provider) else { continue }
            try revoke(provider)
        }
    }

    package func revoke(_ provider: ProviderIdentifier) throws {
        try files.remove(path(of: provider))
    }

    /// Whether this is the provider's token; `false` also if there is none, or if it cannot be read.
    package func accepts(_ token: Secret, of provider: ProviderIdentifier) -> Bool {
        guard token.count == Self.length, let written = try? files.read(path(of: provider), Self.length) else {
            return false
        }
        return Secret(copying: written) == token
    }

    private func path(of provider: ProviderIdentifier) -> String {
        container(of: provider) + "/" + Self.fileName
    }

    package static let fileName = ".latchkey-token"
    package static let length = 32
}
