import Foundation
import Glibc

/// What a run of the tests that was killed has left behind: its worlds, its programs, and the processes in them.
enum Leftovers {
    private static let folder = "/tmp/"
    private static let mark = "lke-"

    /// What the path of everything of this run begins with: the run's process, by which others see whether it goes on.
    static let own = "\(folder)\(mark)\(getpid())-"

    /// Ends and removes what belongs to runs whose process is gone; leaves alone what others are at.
    static func clear() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
            guard let run = run(of: name), kill(run, 0) != 0, errno == ESRCH else { continue }
            for process in ProcessTable().processes(mentioning: folder + name) { kill(process, SIGKILL) }
            try? FileManager.default.removeItem(atPath: folder + name)
        }
    }

    private static func run(of name: String) -> Int32? {
        guard name.hasPrefix(mark) else { return nil }
        let parts = name.dropFirst(mark.count).split(separator: "-", maxSplits: 1)
        return parts.count == 2 ? Int32(parts[0]).flatMap { $0 > 1 ? $0 : nil } : nil
    }
}
