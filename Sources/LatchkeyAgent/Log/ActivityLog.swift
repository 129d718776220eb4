package import Foundation
package import LatchkeyWire
import Synchronization

/// The requests with their clients and times, without secrets: a line of JSON each, the oldest first.
///
/// There are two files of limited size. When the newer one is full, the older one is removed. A line that a crash
/// truncated is skipped. Texts are stored unescaped, so a program that shows them must escape them.
package final class ActivityLog: Sendable {
    private struct Line: Codable {
        /// The number of the entry, which counts on over both files.
        var number: Int
        var entry: LogEntry
    }

    private struct State {
        var next: Int
        var size: Int
    }

    private let current: URL
    private let older: URL
    private let maximumSize: Int
    private let state: Mutex<State>

    /// Continues the log of a folder.
    ///
    /// - Parameter maximumSize: Of each of the two files, in bytes.
    package init(folder: URL, maximumSize: Int = 1 << 20) {
        current = folder.appending(path: Self.fileName)
        older = folder.appending(path: Self.fileName + ".1")
        self.maximumSize = maximumSize
        let bytes = Self.read(current, limit: maximumSize * 2)
        let last = [bytes, Self.read(older, limit: maximumSize * 2)].lazy.compactMap { Self.lines(in: $0).first }.first
        state = Mutex(State(next: (last?.number ?? 0) + 1, size: bytes.count))
    }

    /// Adds an entry; an entry that cannot be written is lost, since no request may fail because of its log.
    package func append(_ entry: LogEntry) {
        let entry = entry.bounded
        state.withLock { state in
            do {
                var line = try JSONEncoder().encode(Line(number: state.next, entry: entry))
                line.append(UInt8(ascii: "\n"))
                if state.size + line.count > maximumSize { try rotate(&state) }
                try write(line, &state)
                state.next += 1
            } catch {}
        }
    }

    /// Reads a page, the newest entry first; each call reads both files.
    package func read(limit: Int = 100, before: Int? = nil) -> ReadLog.Result {
        let limit = min(max(limit, 1), Self.maximumPageCount)
        // Under the lock, so that the files are not rotated meanwhile.
        let files = state.withLock { _ in [current, older].map { Self.read($0, limit: maximumSize * 2) } }
        var found = files.lazy.flatMap { Self.lines(in: $0) }
            .filter { line in before.map { line.number < $0 } ?? true }.prefix(limit + 1).map { $0 }
        guard found.count > limit else { return ReadLog.Result(entries: found.map(\.entry)) }
        found.removeLast()
        return ReadLog.Result(entries: found.map(\.entry), next: found.last?.number)
    }

    // MARK: Files

    private static let fileName = "activity.jsonl"
    private static let maximumPageCount = 200

    private func rotate(_ state: inout State) throws {
        let files = FileManager.default
        if files.fileExists(atPath: older.path) { try files.removeItem(at: older) }
        if files.fileExists(atPath: current.path) { try files.moveItem(at: current, to: older) }
        state.size = 0
    }

    private func write(_ line: Data, _ state: inout State) throws {
        let files = FileManager.default
        if !files.fileExists(atPath: current.path) {
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            try files.createDirectory(
                at: current.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            guard files.createFile(atPath: current.path, contents: nil, attributes: mode) else {
                throw CocoaError(.fileWriteUnknown)
            }
            state.size = 0
        }
        let handle = try FileHandle(forUpdating: current)
        defer { try? handle.close() }
        var line = line
        let end = try handle.seekToEnd()
        if end > 0 {
            // A truncated line is ended first, so that this entry is not part of it.
            try handle.seek(toOffset: end - 1)
            if try handle.read(upToCount: 1) != Data("\n".utf8) { line.insert(UInt8(ascii: "\n"), at: 0) }
            try handle.seekToEnd()
        }
        try handle.write(contentsOf: line)
        state.size = Int(end) + line.count
    }

    private static func read(_ file: URL, limit: Int) -> Data {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: limit)) ?? Data()
    }

    /// The entries from the last to the first, without malformed lines.
    private static func lines(
        in data: Data
    ) -> LazyMapSequence<LazyFilterSequence<LazyMapSequence<[Data], Line?>>, Line> {
        data.split(separator: UInt8(ascii: "\n")).reversed().lazy.compactMap { line in
            try? JSONDecoder().decode(Line.self, from: line)
        }
    }
}

extension LogEntry {
    /// The entry without the parts of an address that can hold a secret, and with limited texts.
    fileprivate var bounded: LogEntry {
        var entry = self
        entry.program = Self.bounded(program)
        entry.what = Self.bounded(what)
        entry.service = service.map { Self.bounded(String($0.prefix { !"?#".contains($0) })) }
        entry.embeddingSite = embeddingSite.map(Self.bounded)
        entry.user = user.map(Self.bounded)
        entry.outcome = Self.bounded(outcome)
        entry.executable = executable.map(Self.bounded)
        return entry
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count <= 512 ? text : String(decoding: text.utf8.prefix(512), as: UTF8.self) + "…"
    }
}
