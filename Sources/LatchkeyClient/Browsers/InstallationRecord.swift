import Foundation
import LatchkeySystem

/// The list of the manifests that were written, so that exactly those can be removed.
struct InstallationRecord {
    let path: String

    private struct Entry: Codable, Hashable {
        var browser: Browser.Identifier
        var userDataDirectory: String?

        init(_ place: BrowserPlace) {
            browser = place.browser.identifier
            userDataDirectory = place.userDataDirectory
        }
    }

    func places(in locations: Locations) throws -> [BrowserPlace] {
        try read().compactMap { entry in
            let browser = Browser.named(entry.browser)
            return entry.userDataDirectory.map { BrowserPlace(browser, userDataDirectory: $0) }
                ?? BrowserPlace(browser, in: locations)
        }
    }

    func add(_ place: BrowserPlace) throws {
        let entries = try read()
        guard !entries.contains(Entry(place)) else { return }
        try write(entries + [Entry(place)])
    }

    /// - Returns: How many are left.
    func remove(_ place: BrowserPlace) throws -> Int {
        let entries = try read()
        let left = entries.filter { $0 != Entry(place) }
        if left != entries { try write(left) }
        return left.count
    }

    private func read() throws -> [Entry] {
        guard let bytes = try PrivateFile.read(path, limit: 1 << 20) else { return [] }
        do {
            return try JSONDecoder().decode([Entry].self, from: Data(bytes))
        } catch {
            throw BrowserError.unreadableRecord(path)
        }
    }

    private func write(_ entries: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(entries)), to: path)
    }
}
