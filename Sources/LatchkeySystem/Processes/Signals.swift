// With static linking, the compiler finds sigset_t only through CLinux.
import CLinux
import Glibc
import Synchronization

/// The signals that a long-running program handles, as a stream.
package enum Signals {
    package enum Signal: Int32, Hashable, Sendable, CaseIterable {
        case terminate = 15
        case interrupt = 2
        /// The terminal was closed, or a service manager requests a reload.
        case hangUp = 1
    }

    /// Installs handlers for these signals, and emits the signals as a stream.
    ///
    /// Call it once. After that no signal is lost, even if the parent process had blocked it. It also ignores SIGPIPE,
    /// so that writing to a closed connection is an error.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func stream() throws(SystemError) -> AsyncStream<Signal> {
        ignoreBrokenPipes()
        let (reading, writing) = try OwnedDescriptor.makePipe()
        // A signal handler must not block on a full pipe.
        try systemCall("fcntl") { fcntl(writing.number, F_SETFL, O_NONBLOCK) }
        signalPipe.store(writing.number, ordering: .releasing)
        // Never closed: a handler may be about to write at any time.
        writing.release()
        // Not dispatch sources: those take effect some time after they are resumed.
        for signal in Signal.allCases { Glibc.signal(signal.rawValue, noteSignal) }
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        try DetachedThread.start { emit(reading, to: continuation) }
        return stream
    }

    /// Emits the signals, on a thread that has them unblocked.
    ///
    /// No other thread may have: a process inherits its parent's mask, and threads of dispatch block nearly all
    /// signals.
    private static func emit(_ pipe: OwnedDescriptor, to continuation: AsyncStream<Signal>.Continuation) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in Signal.allCases { unsafe sigaddset(&signals, signal.rawValue) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var byte: UInt8 = 0
        while let count = try? systemCall("read", { unsafe read(pipe.number, &byte, 1) }), count == 1 {
            if let signal = Signal(rawValue: Int32(byte)) { continuation.yield(signal) }
        }
        continuation.finish()
    }

    package static func ignoreBrokenPipes() {
        Glibc.signal(SIGPIPE, SIG_IGN)
    }
}

/// The pipe that ``noteSignal(_:)`` writes to.
private let signalPipe = Atomic<Int32>(-1)

/// A signal handler: it may only call async-signal-safe functions.
private func noteSignal(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(signalPipe.load(ordering: .acquiring), &byte, 1)
    errno = before
}
