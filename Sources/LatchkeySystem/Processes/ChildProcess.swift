import CLinux
import Glibc
import Subprocess
import Synchronization

/// A child process that gets more descriptors than three.
///
/// Other children are swift-subprocess's, which closes every descriptor from 3 on; bubblewrap reads its filter from one.
final class ChildProcess: Sendable {
    private enum State {
        case waiting
        case running(Int32)
        case ended
    }

    private let state = Mutex(State.waiting)

    /// Runs the program in `/`, without an environment, and waits for its end; blocks.
    ///
    /// The thread that calls this stays to the end, and has to: a process that asks the kernel to end with its parent
    /// ends with the thread that started it.
    ///
    /// - Parameters:
    ///   - descriptors: What the child has as 0, 1, 2 and so on, and has alone from its start; it has no others.
    ///   - started: Called with the process's number as soon as the program runs.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``; `ECANCELED` where ``kill()`` came first.
    func run(
        _ program: String, _ arguments: [String], descriptors: [OwnedDescriptor], started: (Int32) -> Void
    ) throws(SystemError) -> TerminationStatus {
        // Whoever waits for the last writer of a pipe must not find this process.
        defer { for descriptor in descriptors { descriptor.close() } }
        let number = try start(program, arguments, descriptors)
        for descriptor in descriptors { descriptor.close() }
        started(number)
        var info = unsafe siginfo_t()
        // Left as a zombie at first, so that its number is nobody else's while somebody may still kill it.
        try systemCall("waitid") { unsafe waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) }
        return try state.withLock { state throws(SystemError) in
            state = .ended
            var status: Int32 = 0
            try systemCall("waitpid") { unsafe waitpid(number, &status, 0) }
            let signal = status & 0x7f
            return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
        }
    }

    /// Ends the process at once; before its start, there is none.
    ///
    /// Safe after its end.
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
