import CLinux
import Glibc
import Subprocess
import Synchronization

/// A child process that inherits more than three descriptors: bubblewrap, which reads its filter from descriptor 3.
///
/// swift-subprocess starts all other children; it closes every descriptor from 3 on.
final class ChildProcess: Sendable {
    private enum State {
        case waiting
        case running(Int32)
        case ended
    }

    private let state = Mutex(State.waiting)

    /// Runs the program in `/` without an environment, and blocks until it ends.
    ///
    /// The calling thread must live until then: the kernel sends the parent-death signal when the thread that started
    /// the process ends.
    ///
    /// - Parameters:
    ///   - descriptors: The child's descriptors 0, 1, 2 and so on; it inherits no others. They are closed in this
    ///     process.
    ///   - started: Called with the process identifier once the program runs.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``; `ECANCELED` after ``kill()``.
    func run(
        _ program: String, _ arguments: [String], descriptors: [OwnedDescriptor], started: (Int32) -> Void
    ) throws(SystemError) -> TerminationStatus {
        // An open end in this process would hide the pipe's end of file.
        defer { for descriptor in descriptors { descriptor.close() } }
        let number = try start(program, arguments, descriptors)
        for descriptor in descriptors { descriptor.close() }
        started(number)
        var info = unsafe siginfo_t()
        // WNOWAIT leaves a zombie: ``kill()`` must not meet another process with the same identifier.
        try systemCall("waitid") { unsafe waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) }
        return try state.withLock { state throws(SystemError) in
            state = .ended
            var status: Int32 = 0
            try systemCall("waitpid") { unsafe waitpid(number, &status, 0) }
            let signal = status & 0x7f
            return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
        }
    }

    /// Sends SIGKILL; before the start, it prevents the start.
    ///
    /// Safe after the process has ended.
    func kill() {
        state.withLock { state in
            switch state {
            case .waiting: state = .ended
            case .running(let number): Glibc.kill(number, SIGKILL)
            case .ended: break
            }
        }
    }

    private func start(
        _ program: String, _ arguments: [String], _ descriptors: [OwnedDescriptor]
    ) throws(SystemError) -> Int32 {
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        return try state.withLock { state throws(SystemError) in
            guard case .waiting = state else { throw .callFailed(name: "spawn", errno: ECANCELED, path: program) }
            var number: Int32 = 0
            let result = unsafe latchkey_spawn(
                &number, program, &words, descriptors.map(\.number), Int32(descriptors.count))
            guard result == 0 else {
                state = .ended
                throw .callFailed(name: "spawn", errno: result, path: program)
            }
            state = .running(number)
            return number
        }
    }
}
