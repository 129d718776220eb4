import Glibc

/// Threads for calls that block for a long time.
package enum DetachedThread {
    /// Runs the body on a new thread.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)`` with `EAGAIN` if the process has too many threads.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let argument = unsafe Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard result == 0 else {
            unsafe argument.release()
            throw .callFailed(name: "pthread_create", errno: result, path: nil)
        }
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
