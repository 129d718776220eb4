import Foundation
package import LatchkeyCore
import LatchkeyWire

/// The token by which the agent knows a provider's containing app: random bytes in the provider's container.
///
/// Written when the provider is enabled, void and removed when it is disabled. Whoever can read the container is the
/// provider, its app, or a program of the same user that runs unconfined.
package struct ContainerTokens: Sendable {
    private let folder: String
    private let files: PrivateFiles

    /// - Parameter folder: The folder of all containers.
    package init(folder: String, files: PrivateFiles) {
        self.folder = folder
        self.files = files
    }

    /// The folder that a provider and its app share.
    package func container(of provider: ProviderIdentifier) -> String {
        folder + "/" + provider.rawValue
    }

    /// What there was before a token was issued.
    package struct Before: Sendable {
        fileprivate var token: Secret?
        fileprivate var hadContainer: Bool
    }

    /// Makes the container and puts a token of its own into it, in the place of an older one.
    ///
    /// Wholly or not at all: where the token cannot be written, a container that was made for it goes again.
    ///
    /// - Returns: What ``takeBack(from:_:)`` needs.
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

    /// Puts things as they were before a token was issued, as far as the disk lets it.
    ///
    /// A container that has anything else in it stays.
    package func takeBack(from provider: ProviderIdentifier, _ before: Before) {
        if let token = before.token {
            if !accepts(token, of: provider) { try? files.write(path(of: provider), token.revealBytes()) }
        } else {
            try? files.remove(path(of: provider))
        }
        if !before.hadContainer { try? files.removeFolder(container(of: provider)) }
    }

    /// Makes every token void that its provider should not have; the containers and what else is in them stay.
    package func revoke(allBut enabled: [ProviderIdentifier]) throws {
        for name in files.names(folder) {
            guard let provider = try? ProviderIdentifier(name), !enabled.contains(provider) else { continue }
            try revoke(provider)
        }
    }

    package func revoke(_ provider: ProviderIdentifier) throws {
        try files.remove(path(of: provider))
    }

    /// Whether this is the provider's token; false too when there is none, or it cannot be read.
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
