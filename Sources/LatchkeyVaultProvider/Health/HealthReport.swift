package import Foundation
import LatchkeyMatching
import LatchkeyPasswords
import LatchkeyCore
package import LatchkeyVault

/// Which logins of a vault deserve their owner's attention, and why; it holds no secret.
package struct HealthReport: Sendable {
    package enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The login is of a site, and has neither a password with a character in it nor a passkey that is offered.
        case noPassword
        /// The password is found within a hundred million guesses (a score below 3).
        case weak
        /// Another login has the same password.
        case reused
        /// The password has been the same for more than a year.
        case old
        /// Every site of the login is without encryption.
        case unencrypted
        /// The site takes one-time codes, and the login has none.
        case codePossible
        /// The site takes passkeys, and the login has none.
        case passkeyPossible
    }

    package struct Finding: Sendable {
        package let overview: Overview
        /// In the order of their weight.
        package fileprivate(set) var problems: [Problem]
    }

    /// How old a password is called old: a year.
    package static let oldTime: TimeInterval = 365 * 24 * 3600
    /// The lowest score that is not weak: safe for a site that keeps slow hashes.
    package static let goodScore = 3

    /// How many logins were looked at; the bin is not.
    package private(set) var count = 0
    /// Those with a problem, in the order of their titles.
    package private(set) var findings: [Finding] = []
    /// Logins that have one password in common.
    package private(set) var reusedGroups: [[Overview]] = []

    /// Looks at every login.
    ///
    /// Costs the opening of all records and a guess at each password's strength, on all cores.
    @concurrent
    package static func make(
        of vault: UnlockedVault, at time: Date, factors: SecondFactorList = .builtIn
    ) async throws(VaultError) -> HealthReport {
        try makeBlocking(of: vault, at: time, factors: factors)
    }

    /// The same for a caller that is no task; blocks until done.
    package static func makeBlocking(
        of vault: UnlockedVault, at time: Date, factors: SecondFactorList = .builtIn
    ) throws(VaultError) -> HealthReport {
        let looked = try vault.mapLogins { Finding($0, at: time, factors) }
        var report = HealthReport()
        report.count = looked.count
        let groups = Dictionary(
            grouping: looked.filter { $0.overview.passwordDigest != nil && !$0.problems.contains(.noPassword) }
        ) {
            $0.overview.passwordDigest
        }.values.filter { $0.count > 1 }
        let reused = Set(groups.joined().map(\.overview.id))
        report.findings = looked.map { finding in
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
    /// Looks at one login; what it has in common with others is for the whole report.
    fileprivate init(_ record: Record, at time: Date, _ factors: SecondFactorList) {
        overview = record.overview
        problems = []
        let login = record.login
        if login.isWithoutWayIn(overview) { problems.append(.noPassword) }
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
    /// Earlier versions kept empty passwords; now they are none.
    fileprivate func isWithoutWayIn(_ overview: Overview) -> Bool {
        (password?.isEmpty ?? true) && overview.offeredPasskeys.isEmpty && sites.contains { $0.origin != nil }
    }

    /// What somebody who guesses would know: who the login is for, and where.
    fileprivate var knownWords: [String] {
        let texts = [user, title] + sites.map(\.host)
        // The whole ones too: a password is often the user name itself.
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

    /// Whether the login has places on the web, and none of them is encrypted or on this computer.
    fileprivate var isUnencrypted: Bool {
        let pages = sites.filter { $0.origin != nil }
        return !pages.isEmpty
            && pages.allSatisfy { $0.scheme == "http" && !((try? LatchkeyMatching.Host($0.host))?.isLoopback ?? false) }
    }
}
