package import Foundation
import LatchkeyCore
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyVault

/// All logins and passkeys of a list, in display order, with only the data that display and search need.
///
/// Reading decrypts every overview once. Windows and searches decrypt nothing.
package struct LoginList: Sendable {
    private struct Entry: Sendable {
        let id: RecordIdentifier
        let title: String
        let user: String
        /// The site for display; `nil` if the login has none.
        let home: String?
        /// The end offset of this entry's text in `text`.
        let textEnd: Int
        /// Another login has the same title and user.
        let hasTwin: Bool
        /// The credential ID if the row is a passkey; `nil` if it is a login.
        let passkey: Data?
        /// Texts of a passkey: its display name and the day of its last use.
        var account: [String] = []
    }

    /// The login or passkey of a row.
    package enum Choice: Hashable, Sendable {
        case login(RecordIdentifier)
        case passkey(RecordIdentifier, credentialID: Data)
    }

    private var entries: [Entry] = []
    /// The lowercased titles, users and sites of all entries, concatenated.
    private var text: [UInt8] = []
    private var ownCount = 0

    package var isEmpty: Bool { entries.isEmpty }

    /// The result of a search.
    package struct Selection: Sendable {
        /// The indices of the matching entries; `nil` for the whole list.
        fileprivate let found: [Int]?
        /// How many of the matches belong to the requested services.
        ///
        /// They come first.
        package let ownCount: Int
        package let count: Int
    }

    /// Reads the logins that have a part; those of the services come first, in the services' order.
    ///
    /// - Parameters:
    ///   - passkeys: Selects the passkeys to list above the logins; `nil` for none.
    ///   - now: The current time, for texts such as "used yesterday".
    @concurrent
    package static func read(
        from vault: UnlockedVault, having part: LoginPart = .password, for services: ServiceOrder,
        passkeys: PasskeyFilter? = nil, at now: Date = Date()
    ) async throws(VaultError) -> LoginList {
        let all = try vault.overviews().overviews.filter { $0.kind == .login }
        return LoginList(
            all.filter(part.isIn), having: part, for: services, passkeys: passkeys?.passkeys(of: all) ?? [], at: now)
    }

    /// Creates a list from overviews sorted by title, and passkeys in display order.
    init(
        _ overviews: [Overview], having part: LoginPart = .password, for services: ServiceOrder,
        passkeys: [(overview: Overview, passkey: PasskeyDescription)] = [], at now: Date = Date()
    ) {
        var own: [(service: Int, site: Site, overview: Overview, titleOrder: Int)] = []
        // Logins of the page's host that do not match the page, for example because of the rule of their address.
        var sameHost: [(site: Site, overview: Overview)] = []
        var others: [Overview] = []
        for overview in overviews {
            // A password that only git uses belongs to no page.
            let isForPage = part != .password || !overview.contents.contains(.onlyForGit)
            if isForPage, let match = services.match(of: overview) {
                own.append((match.service, match.site, overview, own.count))
            } else if isForPage, let site = services.siteOnPageHost(of: overview) {
                sameHost.append((site, overview))
            } else {
                others.append(overview)
            }
        }
        // By service, then most recent use, then title.
        own.sort {
            ($0.service, $1.overview.lastUsed ?? .distantPast, $0.titleOrder)
                < ($1.service, $0.overview.lastUsed ?? .distantPast, $1.titleOrder)
        }
        entries.reserveCapacity(passkeys.count + overviews.count)
        for (overview, passkey) in passkeys { add(passkey, of: overview, at: now) }
        let twins = Self.twins(among: overviews)
        for match in own { add(match.overview, at: match.site, hasTwin: twins.contains(match.overview.id)) }
        for match in sameHost { add(match.overview, at: match.site, hasTwin: twins.contains(match.overview.id)) }
        for overview in others { add(overview, at: nil, hasTwin: twins.contains(overview.id)) }
        ownCount = passkeys.count + own.count
    }

    /// The logins that share title and user with another one.
    ///
    /// Titles that differ only in case must be adjacent.
    private static func twins(among overviews: [Overview]) -> Set<RecordIdentifier> {
        var twins: Set<RecordIdentifier> = []
        var start = 0
        while start < overviews.count {
            var end = start + 1
            while end < overviews.count, overviews[end].title.isCaseVariant(of: overviews[start].title) { end += 1 }
            if end - start > 1 {
                let alike = Dictionary(grouping: overviews[start..<end]) { [$0.listTitle, $0.user] }
                for group in alike.values where group.count > 1 { twins.formUnion(group.map(\.id)) }
            }
            start = end
        }
        return twins
    }

    /// - Parameter site: The site of the page's host or domain; `nil` if there is none.
    private mutating func add(_ overview: Overview, at site: Site?, hasTwin: Bool) {
        for part in [overview.title, overview.user] + overview.sites.map(\.address) {
            text += part.lowercased().utf8
            text.append(0)
        }
        entries.append(
            Entry(
                id: overview.id, title: Host.displayText(of: overview.listTitle), user: overview.user,
                home: overview.home(naming: site, showsPages: true), textEnd: text.count, hasTwin: hasTwin,
                passkey: nil))
    }

    private mutating func add(_ passkey: PasskeyDescription, of overview: Overview, at now: Date) {
        let user = passkey.userName.isEmpty ? overview.user : passkey.userName
        for part in [overview.title, user, passkey.displayName ?? "", passkey.relyingPartyIdentifier] {
            text += part.lowercased().utf8
            text.append(0)
        }
        entries.append(
            Entry(
                id: overview.id, title: Host.displayText(of: overview.listTitle), user: user,
                home: Host.displayText(of: passkey.relyingPartyIdentifier), textEnd: text.count, hasTwin: false,
                passkey: passkey.credentialID,
                account: [passkey.displayName, passkey.lastUsed.map { $0.wordsForUse(at: now) }].compactMap(\.self)))
    }

    /// The login or passkey of a row; `nil` if the identifier is not from this list.
    package func choice(of row: ItemIdentifier) -> Choice? {
        if let id = RecordIdentifier(row.rawValue) { return .login(id) }
        let parts = row.rawValue.split(separator: Self.indexSeparator, maxSplits: 1)
        guard parts.count == 2, let index = Int(parts[1]), entries.indices.contains(index),
            let credentialID = entries[index].passkey
        else { return nil }
        return .passkey(entries[index].id, credentialID: credentialID)
    }

    /// Separates the login's identifier and the entry's index in a passkey's row identifier.
    private static let indexSeparator: Character = "."

    /// Finds the entries whose title, user or sites contain every word of the query; an empty query finds all.
    package func select(_ query: String) -> Selection {
        let words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        guard !words.isEmpty else { return Selection(found: nil, ownCount: ownCount, count: entries.count) }
        var found: [Int] = []
        var start = 0
        for (index, entry) in entries.enumerated() {
            let range = start..<entry.textEnd
            if words.allSatisfy({ text.contains($0, in: range) }) { found.append(index) }
            start = entry.textEnd
        }
        return Selection(found: found, ownCount: found.prefix { $0 < ownCount }.count, count: found.count)
    }

    /// A window of the selection's rows, with the titles of the sections in it.
    package func window(
        on selection: Selection, offset: Int, count: Int, serviceName: String?, emptyText: String
    ) -> Sheet.List {
        let start = min(max(offset, 0), selection.count)
        let end = start + min(max(count, 0), SheetLimits.windowRows, selection.count - start)
        let rows = (start..<end).compactMap { position in row(at: selection.found.map { $0[position] } ?? position) }
        var sections: [Sheet.Section] = []
        if selection.ownCount > 0, let serviceName {
            sections.append(Sheet.Section(title: "For \(Host.displayText(of: serviceName))", firstRow: 0))
        }
        if selection.count > selection.ownCount {
            sections.append(Sheet.Section(title: "All Logins", firstRow: selection.ownCount))
        }
        return Sheet.List(
            rowCount: selection.count, offset: start, rows: rows, sections: sections.inView(of: start..<end),
            emptyText: emptyText)
    }

    private func row(at index: Int) -> Sheet.Row? {
        let entry = entries[index]
        let name = entry.id.description + (entry.passkey == nil ? "" : "\(Self.indexSeparator)\(index)")
        guard let identifier = try? ItemIdentifier(name) else { return nil }
        // Always shows the site: the title is free text and does not identify it.
        let parts = ([entry.user, entry.home ?? ""] + entry.account).filter { !$0.isEmpty }
        return Sheet.Row(
            identifier, title: entry.title, subtitle: parts.isEmpty ? nil : parts.joined(separator: " — "),
            iconName: entry.passkey == nil ? "key" : "passkey",
            // 8 characters, because "latchkey-vault" accepts them in place of the identifier.
            badge: entry.passkey != nil ? "Passkey" : entry.hasTwin ? String(entry.id.description.prefix(8)) : nil)
    }
}

extension Date {
    /// The text of a list for the day of a use, such as "used yesterday".
    fileprivate func wordsForUse(at now: Date) -> String {
        let calendar = Calendar.current
        if calendar.isDate(self, inSameDayAs: now) { return "used today" }
        let yesterday = calendar.date(byAdding: .day, value: -1, to: now)
        if let yesterday, calendar.isDate(self, inSameDayAs: yesterday) { return "used yesterday" }
        // The sheets are in English.
        return "used on " + formatted(.dateTime.day().month(.wide).year().locale(Locale(identifier: "en_GB")))
    }
}

extension String {
    /// Whether both are equal in lower case; compares the first byte first because most strings differ there.
    fileprivate func isCaseVariant(of other: String) -> Bool {
        if self == other { return true }
        guard utf8.first.map({ $0 | 0x20 }) == other.utf8.first.map({ $0 | 0x20 }) else { return false }
        return lowercased() == other.lowercased()
    }
}

extension Overview {
    /// The title; without one, the first site's host.
    package var listTitle: String { title.isEmpty ? sites.first?.host ?? "Untitled" : title }
}

extension [Sheet.Section] {
    /// The sections that begin in the window, and the section of its first row.
    fileprivate func inView(of window: Range<Int>) -> [Sheet.Section] {
        let before = last { $0.firstRow <= window.lowerBound }
        return (before.map { [$0] } ?? [])
            + filter { $0.firstRow > window.lowerBound && $0.firstRow < window.upperBound }
    }
}
