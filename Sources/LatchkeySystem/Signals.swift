import Dispatch
import Glibc

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
    /// A write to a connection that has gone then is an error, and no end of the process: SIGPIPE is ignored.
    package static func stream() -> AsyncStream<Signal> {
        ignoreBrokenPipes()
        return AsyncStream { continuation in
            let queue = DispatchQueue(label: "latchkey.signals")
            let sources = Signal.allCases.map { signal in
                Glibc.signal(signal.rawValue, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
                source.setEventHandler { continuation.yield(signal) }
                source.resume()
                return SendableSource(source: source)
            }
            continuation.onTermination = { _ in for source in sources { source.source.cancel() } }
        }
    }

    package static func ignoreBrokenPipes() {
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Sendable: a dispatch source may be cancelled from any thread, and nothing else is done with it.
    private struct SendableSource: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }
}
