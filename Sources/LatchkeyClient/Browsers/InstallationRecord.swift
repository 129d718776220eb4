import LatchkeyCore
import LatchkeySystem

/// The list of installed manifests, so that `uninstall` removes exactly those.
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

    /// Removes an entry and returns how many remain.
    func remove(_ place: BrowserPlace) throws -> Int {
        let entries = try read()
        let rest = entries.filter { $0 != Entry(place) }
        if rest != entries { try write(rest) }
        return rest.count
    }

    private func read() throws -> [Entry] {
        guard let bytes = try PrivateFile.read(path, limit: 1 << 20) else { return [] }
        do {
            return try JSONDocument(bytes).root.decode()
        } catch {
            throw BrowserError.unreadableRecord(path)
        }
    }

    private func write(_ entries: [Entry]) throws {
        try AtomicFile.write(JSONEncoding.encode(entries), to: path)
    }
}
