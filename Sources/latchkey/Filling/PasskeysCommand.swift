import LatchkeyCore
import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWebAuthn
import LatchkeyWire

/// `latchkey passkeys`: lists the passkeys of all providers without unlocking them.
struct PasskeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "Lists the passkeys of all providers; works while they are locked.",
        discussion: """
            Passkeys that a provider keeps but does not offer are not listed. For the vault, "latchkey-vault show LOGIN" \
            lists them, and "latchkey-vault edit LOGIN --offer-passkey NUMBER" offers one again.
            """)

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let providers = try await agent.call(ListProviders.self, Empty()).providers.filter(\.isEnabled)
        var table = Table()
        var output = PasskeysOutput(passkeys: [])
        for provider in providers {
            var after: Int?
            repeat {
                let page = try await agent.call(
                    ListPasskeys.self, ListPasskeys.Parameters(provider: provider.id, after: after))
                for passkey in page.passkeys {
                    output.passkeys.append(PasskeysOutput.Passkey(passkey, of: provider))
                    table.add(
                        Host.displayText(of: passkey.relyingParty),
                        passkey.user.isEmpty ? "(no user name)" : passkey.user, provider.name)
                }
                after = page.next
            } while after != nil
        }
        let missing = output.passkeys.isEmpty ? try await FirstSteps.missing(over: agent) : nil
        await agent.close()
        if json { try Latchkey.console.print(json: output) } else { Latchkey.console.print(table) }
        guard output.passkeys.isEmpty else { return }
        throw missing
            ?? CommandError(
                "no passkeys are offered", hint: "create one on a website that supports passkeys",
                status: .nothingFound)
    }
}

/// The output of `--json`.
private struct PasskeysOutput: Encodable {
    struct Passkey: Encodable {
        var relyingParty: String
        var user: String
        /// Base64url, as in WebAuthn's JSON.
        var credentialID: String
        var provider: String

        init(_ passkey: KnownPasskey, of provider: ProviderDescription) {
            relyingParty = passkey.relyingParty
            user = passkey.user
            credentialID = String(decoding: Base64URL.encode(passkey.credentialID), as: UTF8.self)
            self.provider = provider.id.rawValue
        }
    }

    var passkeys: [Passkey]
}
