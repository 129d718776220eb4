package import Foundation
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyVault

/// All logins that can be filled in, in the order in which a list shows them, kept as small as a search needs them.
///
/// Reading opens every overview once. After that neither a window nor a search opens anything.
package struct LoginList: Sendable {
    private struct Entry: Sendable {
        let id: RecordIdentifier
        let title: String
        let user: String
        /// The place that it is for, as it is shown.
        let home: String?
        /// Where its text ends among all.
        let textEnd: Int
        /// Another one has this title and user.
        let hasTwin: Bool
        /// The credential of the passkey that the row stands for; nothing for the login itself.
        let passkey: Data?
    }

    /// What a row stands for.
    package enum Choice: Hashable, Sendable {
        case login(RecordIdentifier)
        case passkey(RecordIdentifier, credentialID: Data)
    }

    private var entries: [Entry] = []
    /// Titles, users and sites of all entries in lower case, one after the other.
    private var text: [UInt8] = []
    private var ownCount = 0

    package var isEmpty: Bool { entries.isEmpty }

    /// What a person searched for, as places in the list.
    package struct Selection: Sendable {
        /// Nothing for the whole list.
        fileprivate let found: [Int]?
        /// How many of them belong to the services that were asked for.
        package let ownCount: Int
        package let count: Int
    }

    /// Reads the logins that have a part to fill in; those of the services come first, in the services' order.
    ///
    /// - Parameter passkeys: Which passkeys are in the list as well, above everything else.
    @concurrent
    package static func read(
        from vault: UnlockedVault, having part: LoginPart = .password, for services: ServiceOrder,
        passkeys: PasskeyFilter? = nil
    ) async throws(VaultError) -> LoginList {
        let all = try vault.overviews().overviews
        return LoginList(all.filter(part.isIn), for: services, beside: passkeys?.passkeys(of: all) ?? [])
    }

    /// Takes overviews in the order of their titles, and passkeys in their own order.
    init(
        _ overviews: [Overview], for services: ServiceOrder,
        beside passkeys: [(overview: Overview, passkey: PasskeyDescription)] = []
    ) {
        var own: [(place: Int, site: Site, overview: Overview, title: Int)] = []
        var others: [Overview] = []
        for overview in overviews {
            if let place = services.place(of: overview) {
                own.append((place.service, place.site, overview, own.count))
            } else {
                others.append(overview)
            }
        }
        // Of one service the login that was used last comes first, then the titles' order.
        own.sort {
            ($0.place, $1.overview.lastUsed ?? .distantPast, $0.title)
                < ($1.place, $0.overview.lastUsed ?? .distantPast, $1.title)
        }
        entries.reserveCapacity(passkeys.count + overviews.count)
        for (overview, passkey) in passkeys { add(passkey, of: overview) }
        let twins = Self.twins(among: overviews)
        for place in own { add(place.overview, at: place.site, hasTwin: twins.contains(place.overview.id)) }
        for overview in others { add(overview, at: nil, hasTwin: twins.contains(overview.id)) }
        ownCount = passkeys.count + own.count
    }

    /// Those that share title and user with another; titles that differ in case at most stand together.
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

    /// - Parameter site: The one that the page is for; nothing for a login of other places.
    private mutating func add(_ overview: Overview, at site: Site?, hasTwin: Bool) {
        for part in [overview.title, overview.user] + overview.sites.map(\.text) {
            text += part.lowercased().utf8
            text.append(0)
        }
        entries.append(
            Entry(
                id: overview.id, title: Host.displayText(of: overview.listTitle), user: overview.user,
                home: overview.home(naming: site), textEnd: text.count, hasTwin: hasTwin,
                passkey: nil))
    }

    private mutating func add(_ passkey: PasskeyDescription, of overview: Overview) {
        let user = passkey.userName.isEmpty ? overview.user : passkey.userName
        for part in [overview.title, user, passkey.relyingPartyIdentifier] {
            text += part.lowercased().utf8
            text.append(0)
        }
        entries.append(
            Entry(
                id: overview.id, title: Host.displayText(of: overview.listTitle), user: user,
                home: Host.displayText(of: passkey.relyingPartyIdentifier), textEnd: text.count, hasTwin: false,
                passkey: passkey.credentialID))
    }

    /// What a row of this list stands for; nothing for a row of none.
    package func choice(of row: ItemIdentifier) -> Choice? {
        if let id = RecordIdentifier(row.rawValue) { return .login(id) }
        let parts = row.rawValue.split(separator: Self.placeMark, maxSplits: 1)
        guard parts.count == 2, let place = Int(parts[1]), entries.indices.contains(place),
            let credentialID = entries[place].passkey
        else { return nil }
        return .passkey(entries[place].id, credentialID: credentialID)
    }

    /// What stands in a passkey's row between its login and its place.
    private static let placeMark: Character = "."

    /// Finds the logins in which every word occurs, in title, user or a site; all of them for no word.
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

    /// The rows in view of a selection, with the sections that they stand in.
    package func window(
        on selection: Selection, offset: Int, count: Int, serviceName: String?, emptyText: String
    ) -> Sheet.List {
        let start = min(max(offset, 0), selection.count)
        let end = start + min(max(count, 0), SheetLimits.windowRows, selection.count - start)
        let rows = (start..<end).compactMap { place in row(at: selection.found.map { $0[place] } ?? place) }
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

    private func row(at place: Int) -> Sheet.Row? {
        let entry = entries[place]
        let name = entry.id.description + (entry.passkey == nil ? "" : "\(Self.placeMark)\(place)")
        guard let identifier = try? ItemIdentifier(name) else { return nil }
        // Always with its place: a title is what somebody wrote, and says nothing of where the login is for.
        let parts = [entry.user, entry.home ?? ""].filter { !$0.isEmpty }
        return Sheet.Row(
            identifier, title: entry.title, subtitle: parts.isEmpty ? nil : parts.joined(separator: " — "),
            iconName: entry.passkey == nil ? "key" : "passkey",
            // As much of it as "latchkey-vault" takes for the whole.
            badge: entry.passkey != nil ? "Passkey" : entry.hasTwin ? String(entry.id.description.prefix(8)) : nil)
    }
}

extension String {
    /// Whether both are the same in lower case, at little cost where they are not.
    fileprivate func isCaseVariant(of other: String) -> Bool {
        if self == other { return true }
        guard utf8.first.map({ $0 | 0x20 }) == other.utf8.first.map({ $0 | 0x20 }) else { return false }
        return lowercased() == other.lowercased()
    }
}

extension Overview {
    /// The title, or where it is for when it has none.
    package var listTitle: String { title.isEmpty ? sites.first?.host ?? "Untitled" : title }
}

extension [Sheet.Section] {
    /// The sections that begin in the window, and the one that its first row belongs to.
    fileprivate func inView(of window: Range<Int>) -> [Sheet.Section] {
        let before = last { $0.firstRow <= window.lowerBound }
        return (before.map { [$0] } ?? [])
            + filter { $0.firstRow > window.lowerBound && $0.firstRow < window.upperBound }
    }
}

extension [UInt8] {
    /// Whether a word occurs within a part of the bytes.
    fileprivate func contains(_ word: [UInt8], in range: Range<Int>) -> Bool {
        guard let first = word.first, word.count <= range.count else { return false }
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe word.withUnsafeBufferPointer { word in
                var start = range.lowerBound
                let last = range.upperBound - word.count
                while start <= last {
                    if unsafe bytes[start] == first {
                        var length = 1
                        while length < word.count, unsafe bytes[start + length] == word[length] { length += 1 }
                        if length == word.count { return true }
                    }
                    start += 1
                }
                return false
            }
        }
    }
}
