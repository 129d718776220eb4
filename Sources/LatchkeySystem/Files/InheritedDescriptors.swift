import Foundation
import Glibc

/// The descriptors that a program was started with, to tell them from those that it opened itself.
///
/// A number that a person gives may be free at the start and taken a moment later, by a socket or by a file of ours.
package struct InheritedDescriptors: Sendable {
    private let numbers: Set<Int32>

    /// Looks at what is open now; call it first thing.
    ///
    /// What outlived `execve` is not marked to be closed there. What libraries have opened before `main` is.
    package init() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        numbers = Set(names.compactMap { Int32($0) }.filter { fcntl($0, F_GETFD) == 0 })
    }

    package func contains(_ number: Int32) -> Bool { numbers.contains(number) }
}
