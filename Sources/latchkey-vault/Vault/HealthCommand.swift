import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault health`: which logins deserve attention; never a secret.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Names weak, re-used and old passwords, and what else could be better.",
        discussion: """
            no password: of a site, with no passkey either. weak: easy to guess, also for who knows the user name and the site. \
            re-used: another login has the same one. old: the same for more than a year, as far as the vault knows. \
            unencrypted: every site is http. code possible, passkey possible: the site says that it takes them; the list \
            of such sites is short, so that nothing here says that a site takes none. Add to it in \
            $XDG_DATA_HOME/latchkey/second-factors.json, such as {"example.com": ["code", "passkey"]}.
            """)

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    private struct Output: Encodable {
        struct Login: Encodable {
            let id: String
            let title: String
            let user: String
            let problems: [String]
        }

        let checked: Int
        let logins: [Login]
        /// Identifiers of logins that have one password in common.
        let reused: [[String]]
    }

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options)
        let report = try await HealthReport.make(of: vault, at: Date(), factors: try Self.factors())
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    checked: report.count,
                    logins: report.findings.map { finding in
                        Output.Login(
                            id: finding.overview.id.description, title: finding.overview.title,
                            user: finding.overview.user, problems: finding.problems.map(\.rawValue))
                    },
                    reused: report.reusedGroups.map { $0.map(\.id.description) }))
        }
        show(report)
    }

    /// The built-in list with what the person's file says.
    private static func factors() throws -> SecondFactorList {
        let locations = try Locations(environment: ProcessInfo.processInfo.environment)
        let path = "\(locations.dataHome)/latchkey/second-factors.json"
        do throws(SecondFactorList.Mistake) {
            return try SecondFactorList.builtIn.adding(fileAt: path)
        } catch {
            throw Sentences.secondFactors(error, in: path)
        }
    }

    private func show(_ report: HealthReport) {
        var table = Table(wholeColumns: [3])
        for finding in report.findings {
            let id = finding.overview.id.description
            table.add(
                Host.displayText(of: finding.overview.listTitle), finding.overview.user,
                finding.problems.map(\.phrase).joined(separator: ", "),
                VaultProgram.console.isOnTerminal ? String(id.prefix(LoginFinder.shortestBeginning)) : id)
        }
        VaultProgram.console.print(table)
        for group in report.reusedGroups {
            let names = group.map { overview in
                let title = Host.displayText(of: overview.listTitle)
                return overview.user.isEmpty ? title : "\(title) (\(overview.user))"
            }
            VaultProgram.console.print(
                wrapping: "the same password: \(names.joined(separator: ", "))", indentation: 4)
        }
        let checked = "\(Sentences.logins(report.count)) checked"
        VaultProgram.console.note(
            report.findings.isEmpty ? "\(checked), nothing found" : "\(checked), \(report.findings.count) to look at")
    }
}

extension HealthReport.Problem {
    fileprivate var phrase: String {
        switch self {
        case .noPassword: "no password"
        case .weak: "weak"
        case .reused: "re-used"
        case .old: "old"
        case .unencrypted: "unencrypted"
        case .codePossible: "code possible"
        case .passkeyPossible: "passkey possible"
        }
    }
}
