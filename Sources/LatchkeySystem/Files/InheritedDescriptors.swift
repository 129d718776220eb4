import Glibc

/// The descriptors that the program inherited, as opposed to those that it opened itself.
///
/// A number on the command line may be free at the start and later belong to one of our own files or sockets.
package struct InheritedDescriptors: Sendable {
    private let numbers: Set<Int32>

    /// Records the open descriptors; call it before anything else opens a file.
    ///
    /// Inherited descriptors lack `FD_CLOEXEC`; those that libraries opened before `main` have it.
    package init() {
        numbers = Set(FileSystem.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { fcntl($0, F_GETFD) == 0 })
    }

    package func contains(_ number: Int32) -> Bool { numbers.contains(number) }
}
