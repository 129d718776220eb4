import LatchkeyCore
import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWebAuthn
import LatchkeyWire

/// `latchkey passkeys`: which passkeys there are, over all providers, without opening a vault.
struct PasskeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "Lists the passkeys that every provider offers, while everything is locked.")

    @Flag(help: "Prints JSON, an object a line.")
    var json = false

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let providers = try await agent.call(ListProviders.self, Empty()).providers.filter(\.isEnabled)
        var table = Table()
        var isEmpty = true
        for provider in providers {
            var after: Int?
            repeat {
                let page = try await agent.call(
                    ListPasskeys.self, ListPasskeys.Parameters(provider: provider.id, after: after))
                for passkey in page.passkeys {
                    isEmpty = false
                    if json {
                        try Latchkey.console.print(json: PasskeyOutput(passkey, of: provider))
                    } else {
                        table.add(
                            Host.displayText(of: passkey.relyingParty),
                            passkey.user.isEmpty ? "(no user name)" : passkey.user, provider.name)
                    }
                }
                after = page.next
            } while after != nil
        }
        let missing = isEmpty ? try await FirstSteps.missing(over: agent) : nil
        await agent.close()
        if !json { Latchkey.console.print(table) }
        guard isEmpty else { return }
        throw missing
            ?? CommandError(
                // Providers say nothing here of those that they keep and do not offer.
                "no passkey is offered",
                hint: """
                    make one in a browser, where a site offers it; \"latchkey-vault show LOGIN\" names those that are kept and \
                    not offered, and \"latchkey-vault edit LOGIN --offer-passkey NUMBER\" offers one again
                    """,
                status: .nothingFound)
    }
}

/// What `--json` prints.
private struct PasskeyOutput: Encodable {
    var relyingParty: String
    var user: String
    /// base64url, as sites write it.
    var credentialID: String
    var provider: String

    init(_ passkey: KnownPasskey, of provider: ProviderDescription) {
        relyingParty = passkey.relyingParty
        user = passkey.user
        credentialID = String(decoding: Base64URL.encode(passkey.credentialID), as: UTF8.self)
        self.provider = provider.id.rawValue
    }
}
