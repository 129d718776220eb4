import ArgumentParser
import LatchkeyCommandLine
import LatchkeyProvider
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// The completion of entries by title and user name, only while the vault is unlocked.
///
/// It asks for nothing and does not restart the time until the vault locks. No agent is started except by systemd's
/// socket. The agent logs "read keychain", as for every other reader of the vault's key.
enum EntryCompletion {
    static let kept = ShellCompletion.lookUp { _ in try await names(.kept) }
    static let binned = ShellCompletion.lookUp { _ in try await names(.bin) }

    private static func names(_ scope: OverviewQuery.Scope) async throws -> [String] {
        try await ContainingApplication.connectIfRunning(
            as: VaultSession.provider, program: VaultProgram.console.program)
        guard let file = VaultFile.shared else { return [] }
        let access = VaultAccess(file: file, anchors: try VaultSession.anchors())
        guard case .unlocked(let vault) = try await access.state(renewing: false) else { return [] }
        let found = try vault.overviews(OverviewQuery(scope: scope)).overviews
        return Set(found.flatMap { [$0.title, $0.user] }).sorted()
    }
}
