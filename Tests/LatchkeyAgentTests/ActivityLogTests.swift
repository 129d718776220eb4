import Foundation
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Activity log` {
    private let folder: TemporaryFolder
    private var file: URL { folder.url.appending(path: "activity.jsonl") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entry(_ number: Int) -> LogEntry {
        LogEntry(time: Double(number), program: "firefox", pid: 7, what: "fill", outcome: "done")
    }

    private func open(maximumSize: Int = 1 << 20) -> ActivityLog {
        ActivityLog(folder: folder.url, maximumSize: maximumSize)
    }

    /// The times of all entries, read in pages.
    private func times(_ log: ActivityLog, limit: Int = 3) -> [Double] {
        var times: [Double] = []
        var before: Int?
        repeat {
            let page = log.read(limit: limit, before: before)
            times += page.entries.map(\.time)
            before = page.next
        } while before != nil
        return times
    }

    @Test func `reads log entries newest first`() throws {
        let log = open()
        #expect(log.read() == ReadLog.Result(entries: []))
        var last = entry(2)
        last.service = "example.com"
        last.user = "anna\u{1b}[31m\n\u{202e}"
        last.provider = try .first
        log.append(entry(1))
        log.append(last)
        #expect(log.read() == ReadLog.Result(entries: [last, entry(1)]))
        #expect(try folder.mode(of: "activity.jsonl") == 0o600)
    }

    @Test func `reads log pages that new entries do not shift`() {
        let log = open()
        for number in 1...7 { log.append(entry(number)) }
        let page = log.read(limit: 3)
        log.append(entry(8))
        #expect(page.entries.map(\.time) == [7, 6, 5])
        #expect(log.read(limit: 3, before: page.next).entries.map(\.time) == [4, 3, 2])
        #expect(times(log) == [8, 7, 6, 5, 4, 3, 2, 1])
    }

    @Test func `continues an existing log after a restart`() {
        open().append(entry(1))
        let log = open()
        log.append(entry(2))
        #expect(times(log, limit: 1) == [2, 1])
    }

    @Test func `keeps the newest entries within the size limit`() throws {
        let log = open(maximumSize: 2000)
        for number in 1...200 { log.append(entry(number)) }
        let found = times(log)
        #expect(found.first == 200 && found.count > 15 && found == found.sorted(by: >))
        for name in try folder.names {
            let size = try Data(contentsOf: folder.url.appending(path: name)).count
            #expect(size <= 2000, "\(name)")
        }
        #expect(try folder.names == ["activity.jsonl", "activity.jsonl.1"])
    }

    @Test func `skips a truncated last line`() throws {
        let log = open()
        log.append(entry(1))
        log.append(entry(2))
        let whole = try Data(contentsOf: file)
        try whole.dropLast(20).write(to: file)
        let again = open()
        #expect(times(again) == [1])
        again.append(entry(3))
        again.append(entry(4))
        #expect(times(again) == [4, 3, 1])
    }

    @Test func `skips lines that are not log entries`() throws {
        try (Data([0xff, 0xfe, 0x0a]) + Data("{}\n[]\n\n\"a\"\n".utf8)).write(to: file)
        let log = open()
        log.append(entry(1))
        #expect(times(log) == [1])
    }

    @Test func `a log that cannot be written fails no request`() throws {
        let blocked = folder.url.appending(path: "file")
        try Data().write(to: blocked)
        let log = ActivityLog(folder: blocked)
        log.append(entry(1))
        #expect(log.read().entries == [])
        try FileManager.default.removeItem(at: blocked)
        log.append(entry(2))
        #expect(log.read().entries.map(\.time) == [2])
    }

    @Test func `logs addresses without their queries, and limits texts`() throws {
        let log = open()
        var long = entry(1)
        long.service = "https://example.com/reset?token=planted-secret#planted-secret"
        long.user = String(repeating: "ä", count: 10_000)
        log.append(long)
        let found = try #require(log.read().entries.first)
        #expect(found.service == "https://example.com/reset")
        #expect(found.user?.count == 257)
        #expect(try Data(contentsOf: file).range(of: Data("planted-secret".utf8)) == nil)
    }
}
