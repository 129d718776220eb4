import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault health`: lists logins with problems; prints no secrets.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Lists logins with weak, re-used or old passwords and other problems.",
        discussion: """
            no password: a login for a site has neither password nor passkey. weak: the password is easy to guess, given \
            the user name and the site. re-used: another login has the same password. old: the password has not changed \
            for more than a year. unencrypted: all sites of the login use http. code possible, passkey possible: the site \
            supports one-time codes or passkeys.

            The list of sites that support them is short; a site missing from the list may still support them. Add sites in \
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
        /// Groups of logins with the same password, by identifier.
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

    /// The built-in list and the user's additions.
    private static func factors() throws -> SecondFactorList {
        let locations = try Locations(environment: ProcessInfo.processInfo.environment)
        let path = "\(locations.dataHome)/latchkey/second-factors.json"
        do throws(SecondFactorList.Mistake) {
            return try SecondFactorList.builtIn.adding(fileAt: path)
        } catch {
            throw Messages.secondFactors(error, in: path)
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
        let checked = "\(Messages.logins(report.count)) checked"
        VaultProgram.console.note(
            report.findings.isEmpty
                ? "\(checked), no problems found" : "\(checked), \(report.findings.count) with problems")
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
