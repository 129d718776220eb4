import Glibc

/// Makes a system call, and makes it again while a signal interrupts it.
///
/// - Throws: ``SystemError/callFailed(name:errno:path:)`` if it returns a negative number.
@discardableResult
func systemCall<Number: SignedInteger>(
    _ name: String, path: String? = nil, _ call: () -> Number
) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result >= 0 { return result }
        // Before anything else runs, which may change it.
        let number = errno
        if number != EINTR { throw .callFailed(name: name, errno: number, path: path) }
    }
}
