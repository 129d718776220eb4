import Foundation
import Glibc
import LatchkeySystem
import Testing

@Suite struct `Log file` {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/agent.log" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A log over its own descriptor, opened like the agent's stderr, on a file that other users may read.
    private func withLog(maximumSize: Int, at other: String? = nil, _ body: (LogFile) throws -> Void) throws {
        let descriptor = unsafe open(other ?? path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(descriptor) }
        try #require(descriptor >= 0)
        fchmod(descriptor, 0o644)
        try body(LogFile(descriptors: [descriptor], path: path, maximumSize: maximumSize))
    }

    private func lines(_ name: String = "agent.log") throws -> [String] {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `keeps one older log, both within the size limit and private`() throws {
        try withLog(maximumSize: 1000) { log in
            for number in 100..<400 { log.write("line \(number)") }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["agent.log", "agent.log.1"])
        for name in ["agent.log", "agent.log.1"] {
            let facts = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
            #expect(facts[.posixPermissions] as? Int == 0o600)
            #expect(try #require(facts[.size] as? Int) <= 1000)
        }
        let kept = try lines("agent.log.1") + lines()
        #expect(kept.last == "line 399")
        #expect(kept == (400 - kept.count..<400).map { "line \($0)" })
        #expect(kept.count > 111)
    }

    @Test func `rotates a log that an earlier run has filled`() throws {
        try withLog(maximumSize: 1000) { log in log.write(String(repeating: "x", count: 900)) }
        try withLog(maximumSize: 1000) { log in log.write(String(repeating: "y", count: 200)) }
        #expect(try lines() == [String(repeating: "y", count: 200)])
        #expect(try lines("agent.log.1") == [String(repeating: "x", count: 900)])
    }

    @Test func `a source cannot push other sources' lines out of the log`() throws {
        try withLog(maximumSize: 8000) { log in
            log.write("first")
            #expect(log.write("from another", from: "org.example.quiet") == .written)
            var left: [LogFile.Outcome] = []
            for _ in 0..<10_000 {
                let outcome = log.write("a flood of words", from: "org.example.loud")
                if outcome != .written { left.append(outcome) }
            }
            #expect(left.first == .dropped(isFirst: true))
            #expect(left.dropFirst().allSatisfy { $0 == .dropped(isFirst: false) })
            #expect(log.write("from another", from: "org.example.quiet") == .written)
            log.write("last")
        }
        let kept = try lines()
        #expect(kept.filter { $0 != "a flood of words" } == ["first", "from another", "from another", "last"])
        #expect(kept.count == 4 + 1000 / 17)
    }

    @Test func `gives a source its share again after a rotation`() throws {
        try withLog(maximumSize: 800) { log in
            #expect(log.write(String(repeating: "a", count: 99), from: "loud") == .written)
            #expect(log.write("b", from: "loud") == .dropped(isFirst: true))
            for _ in 0..<8 { log.write(String(repeating: "c", count: 99)) }
            #expect(log.write("d", from: "loud") == .written)
        }
        #expect(try lines().last == "d")
    }

    @Test func `does not rotate a file that is not its own`() throws {
        try Data("mine\n".utf8).write(to: URL(filePath: path))
        try withLog(maximumSize: 100, at: folder.path + "/journal") { log in
            for _ in 0..<50 { log.write("a line") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["agent.log", "journal"])
        #expect(try lines() == ["mine"])
        #expect(try lines("journal").count == 50)
    }
}
