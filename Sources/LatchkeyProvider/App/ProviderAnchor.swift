import Foundation
package import LatchkeyWire

/// The anchor of this process's provider in the agent's state, which the agent gives to provider processes only.
package enum ProviderAnchor {
    /// - Throws: ``RemoteError``, also before the process is connected.
    package static func read() async throws -> GetAnchor.Result {
        try await link.call(GetAnchor.self, Empty())
    }

    /// Stores an anchor; see ``SetAnchor``.
    package static func write(_ anchor: StoredAnchor, replacing: Bool) async throws {
        _ = try await link.call(SetAnchor.self, SetAnchor.Parameters(anchor: anchor, replaces: replacing ? true : nil))
    }

    private static var link: AgentLink {
        get throws(RemoteError) {
            guard let link = ProcessLink.current else { throw RemoteError(.internalError, "there is no agent") }
            return link
        }
    }
}
