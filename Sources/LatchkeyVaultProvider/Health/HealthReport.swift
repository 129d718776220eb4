package import Foundation
import LatchkeyMatching
import LatchkeyPasswords
import LatchkeyCore
package import LatchkeyVault

/// Lists the logins with problems, such as weak or reused passwords.
///
/// Contains no secrets.
package struct HealthReport: Sendable {
    package enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The login has a website, but no password (or an empty one) and no offered passkey.
        case noPassword
        /// An attacker finds the password within a hundred million guesses (a score below 3).
        case weak
        /// Another login has the same password.
        case reused
        /// The password has been the same for more than a year.
        case old
        /// All sites of the login use http.
        case unencrypted
        /// The site supports one-time codes, but the login has none.
        case codePossible
        /// The site supports passkeys, but the login has none.
        case passkeyPossible
    }

    package struct Finding: Sendable {
        package let overview: Overview
        /// Most severe first.
        package fileprivate(set) var problems: [Problem]
    }

    /// The age from which a password counts as old, in seconds: one year.
    package static let oldTime: TimeInterval = 365 * 24 * 3600
    /// The lowest score that is not weak: safe if the site stores slow hashes.
    package static let goodScore = 3

    /// The number of checked logins, without the bin.
    package private(set) var count = 0
    /// The logins with problems, by title.
    package private(set) var findings: [Finding] = []
    /// Groups of logins that share a password.
    package private(set) var reusedGroups: [[Overview]] = []

    /// Checks every login.
    ///
    /// Decrypts all records and estimates each password's strength, on all cores.
    @concurrent
    package static func make(
        of vault: UnlockedVault, at time: Date, factors: SecondFactorList = .builtIn
    ) async throws(VaultError) -> HealthReport {
        try makeBlocking(of: vault, at: time, factors: factors)
    }

    /// The same for synchronous callers; blocks until done.
    package static func makeBlocking(
        of vault: UnlockedVault, at time: Date, factors: SecondFactorList = .builtIn
    ) throws(VaultError) -> HealthReport {
        let checked = try vault.mapLogins { Finding($0, at: time, factors) }
        var report = HealthReport()
        report.count = checked.count
        let groups = Dictionary(
            grouping: checked.filter { $0.overview.passwordDigest != nil && !$0.problems.contains(.noPassword) }
        ) {
            $0.overview.passwordDigest
        }.values.filter { $0.count > 1 }
        let reused = Set(groups.joined().map(\.overview.id))
        report.findings = checked.map { finding in
            var finding = finding
            if reused.contains(finding.overview.id) { finding.problems.append(.reused) }
            finding.problems = Problem.allCases.filter(finding.problems.contains)
            return finding
        }.filter { !$0.problems.isEmpty }.sorted { $0.overview.isListed(before: $1.overview) }
        report.reusedGroups = groups.map { group in
            group.map(\.overview).sorted { $0.isListed(before: $1) }
        }.sorted { $0[0].isListed(before: $1[0]) }
        return report
    }
}

extension HealthReport.Finding {
    /// Checks one login for all problems except ``HealthReport/Problem/reused``, which needs all logins.
    fileprivate init(_ record: Record, at time: Date, _ factors: SecondFactorList) {
        overview = record.overview
        problems = []
        let login = record.login
        if login.hasNoCredential(overview) { problems.append(.noPassword) }
        if let password = login.password, !password.isEmpty {
            let strength = PasswordStrength(of: password, knowing: login.knownWords)
            if strength.score < HealthReport.goodScore { problems.append(.weak) }
            let since = login.passwordSince(created: overview.created)
            if time.timeIntervalSince(since) > HealthReport.oldTime { problems.append(.old) }
        }
        if overview.isUnencrypted { problems.append(.unencrypted) }
        guard login.password.map({ !$0.isEmpty }) ?? false else { return }
        let possible = factors.possible(at: overview.sites)
        if possible.contains(.code), login.oneTimeCode == nil { problems.append(.codePossible) }
        if possible.contains(.passkey), overview.offeredPasskeys.isEmpty { problems.append(.passkeyPossible) }
    }
}

extension Login {
    /// Whether a website's login has no credential.
    ///
    /// Earlier versions stored empty passwords; they count as none.
    fileprivate func hasNoCredential(_ overview: Overview) -> Bool {
        (password?.isEmpty ?? true) && overview.offeredPasskeys.isEmpty && sites.contains { $0.origin != nil }
    }

    /// Words that an attacker knows: from the user name, the title and the hosts.
    fileprivate var knownWords: [String] {
        let texts = [user, title] + sites.map(\.host)
        // Includes the whole user name, because passwords often repeat it.
        return [user]
            + texts.flatMap { text in
                text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init).filter { $0.count > 2 }
            }
    }
}

extension Overview {
    fileprivate func isListed(before other: Overview) -> Bool {
        (listTitle.lowercased(), user.lowercased(), id)
            < (other.listTitle.lowercased(), other.user.lowercased(), other.id)
    }

    /// Whether the login has websites, and all of them use http on other computers.
    fileprivate var isUnencrypted: Bool {
        let pages = sites.filter { $0.origin != nil }
        return !pages.isEmpty
            && pages.allSatisfy { $0.scheme == "http" && !((try? LatchkeyMatching.Host($0.host))?.isLoopback ?? false) }
    }
}
