import Foundation
import Glibc

/// The temporary files of this run of the tests, and those of earlier runs that were killed.
enum TestRun {
    private static let folder = "/tmp/"
    private static let mark = "lke-"

    /// The beginning of every temporary path of this run.
    ///
    /// It names the run's process, so that later runs can tell whether this one has ended.
    static let pathPrefix = "\(folder)\(mark)\(getpid())-"

    /// Removes the files and kills the processes of runs that have ended.
    static func removeEndedRuns() {
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
