import Foundation
import Glibc

/// The processes of the machine at one moment, read from `/proc`.
///
/// Our programs make `/proc/PID/environ` unreadable for their user. Without root, an agent is found by its lock and a
/// provider by its parent, the sandbox.
struct ProcessTable {
    private struct Process {
        var parent: Int32
        var name: String
        /// Arguments and, if readable, the environment.
        var words: String
    }

    private var processes: [Int32: Process] = [:]

    init() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for number in names.lazy.compactMap({ Int32($0) }) where number != getpid() {
            processes[number] = Self.process(number)
        }
    }

    /// The processes with this text in their words, the agent that holds this lock, and their descendants.
    func processes(mentioning text: String, holding lock: String? = nil) -> [Int32] {
        var found = Set(processes.filter { $0.value.words.contains(text) }.keys)
        if let lock { found.formUnion(holders(of: lock)) }
        var last = found
        while !last.isEmpty {
            last = Set(processes.filter { last.contains($0.value.parent) }.keys).subtracting(found)
            found.formUnion(last)
        }
        return found.sorted()
    }

    /// The process's name, at most 15 bytes.
    func name(of process: Int32) -> String? { processes[process]?.name }

    /// The agents that hold a lock on this file.
    private func holders(of lock: String) -> [Int32] {
        guard let file = (try? FileManager.default.attributesOfItem(atPath: lock))?[.systemFileNumber] as? NSNumber
        else {
            return []
        }
        // "1: FLOCK  ADVISORY  WRITE 4711 fe:00:123456 0 EOF"; the device number differs between file systems.
        return Self.content(of: "/proc/locks").split(separator: "\n").compactMap { line -> Int32? in
            let words = line.split(separator: " ")
            guard words.count == 8, words[1] == "FLOCK", words[5].hasSuffix(":\(file)") else { return nil }
            return Int32(words[4])
        }.filter { processes[$0]?.name == "latchkeyd" }
    }

    /// `nil` for a process that has ended, also for a zombie.
    private static func process(_ number: Int32) -> Process? {
        // "4711 (name) S 1 …", where the name may contain any character.
        let line = content(of: "/proc/\(number)/stat")
        guard let start = line.firstIndex(of: "("), let end = line.lastIndex(of: ")") else { return nil }
        let words = line[line.index(after: end)...].split(separator: " ")
        guard words.count > 1, words[0] != "Z", let parent = Int32(words[1]) else { return nil }
        return Process(
            parent: parent, name: String(line[line.index(after: start)..<end]),
            words: ["cmdline", "environ"].map { content(of: "/proc/\(number)/\($0)") }.joined(separator: "\0"))
    }

    private static func content(of file: String) -> String {
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }
}
