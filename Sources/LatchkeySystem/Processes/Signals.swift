import CLinux
import Foundation
import Glibc
import Synchronization

/// The signals that a long-running program answers to, as a sequence.
package enum Signals {
    package enum Signal: Int32, Hashable, Sendable, CaseIterable {
        case terminate = 15
        case interrupt = 2
        /// The terminal has gone, or a service manager asks to read the configuration again.
        case hangUp = 1
    }

    /// Takes these signals from their default effect for the rest of the process's life, and gives them out.
    ///
    /// From its return on none is lost, also where whoever started the process had blocked them. A write to a connection
    /// that has gone then is an error, and no end of the process: SIGPIPE is ignored. Call once.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func stream() throws(SystemError) -> AsyncStream<Signal> {
        ignoreBrokenPipes()
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        let (reading, writing) = (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
        // A handler must not wait for room.
        try systemCall("fcntl") { fcntl(writing.number, F_SETFL, O_NONBLOCK) }
        signalPipe.store(writing.number, ordering: .releasing)
        // Not closed any more: at any time a handler may be about to write.
        writing.release()
        // Handlers, and no dispatch sources for signals: those take effect some time after they were asked to.
        for signal in Signal.allCases { Glibc.signal(signal.rawValue, noteSignal) }
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        Thread.detachNewThread { give(reading, to: continuation) }
        return stream
    }

    /// Runs on a thread that has these signals unblocked, so that there is one: a process begins with the mask of
    /// whoever started it, and those of dispatch's threads block nearly all.
    private static func give(_ pipe: OwnedDescriptor, to continuation: AsyncStream<Signal>.Continuation) {
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

/// Where ``noteSignal(_:)`` writes.
private let signalPipe = Atomic<Int32>(-1)

/// Runs in the middle of anything, so it does nothing but calls of the kernel.
private func noteSignal(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(signalPipe.load(ordering: .acquiring), &byte, 1)
    errno = before
}
