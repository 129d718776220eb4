import CLinux
import Glibc
import Synchronization

/// A log on inherited descriptors, such as the agent's stderr.
///
/// **Invariants**
/// - If the descriptors are open on the log's own file, the file is rotated before it exceeds its maximum size. One
///   older file is kept; both have mode 0600. A service manager or a terminal limits its log itself.
/// - A source may fill an eighth of each file. Beyond that its lines are dropped until the next rotation, so that it
///   cannot push the lines of other sources out of the log.
package final class LogFile: Sendable {
    package enum Outcome: Hashable, Sendable {
        case written
        /// The source has used up its share.
        ///
        /// - Parameter isFirst: Whether this is its first dropped line since the last rotation.
        case dropped(isFirst: Bool)
    }

    private struct State {
        var size: Int
        var shares: [String: Int] = [:]
        var silent: Set<String> = []
    }

    private let descriptors: [Int32]
    private let path: String
    private let maximumSize: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - descriptors: Lines are written to the first one. A rotation redirects all of them to the new file.
    ///   - path: The path of the log's file, which the descriptors need not be open on.
    package init(
        descriptors: [Int32] = [STDERR_FILENO, STDOUT_FILENO], path: String, maximumSize: Int = 1 << 20
    ) {
        self.descriptors = descriptors
        self.path = path
        self.maximumSize = maximumSize
        let size = descriptors.first.flatMap { Self.size(of: $0, at: path) }
        state = Mutex(State(size: size ?? 0))
    }

    /// Writes one line; ignores errors.
    ///
    /// - Parameter source: The provider that wrote the line; `nil` for the agent.
    @discardableResult
    package func write(_ line: String, from source: String? = nil) -> Outcome {
        let bytes = Array((line + "\n").utf8)
        return state.withLock { state in
            if let source {
                // Checked first, so that a source without a share left cannot cause a rotation.
                guard state.shares[source, default: 0] + bytes.count <= maximumSize / 8 else {
                    return .dropped(isFirst: state.silent.insert(source).inserted)
                }
            }
            if state.size + bytes.count > maximumSize { rotate(&state) }
            if let source { state.shares[source, default: 0] += bytes.count }
            append(bytes)
            state.size += bytes.count
            return .written
        }
    }

    private func append(_ bytes: [UInt8]) {
        guard let descriptor = descriptors.first else { return }
        var done = 0
        while done < bytes.count {
            let count = try? systemCall("write") {
                unsafe bytes[done...].withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            guard let count, count > 0 else { return }
            done += count
        }
    }

    private func rotate(_ state: inout State) {
        state = State(size: 0)
        guard let descriptor = descriptors.first, Self.size(of: descriptor, at: path) != nil else { return }
        // If a step fails, the log continues in the old file until it has grown by another maximum size.
        guard fchmod(descriptor, 0o600) == 0, unsafe rename(path, path + ".1") == 0 else { return }
        let mode = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        guard let number = try? systemCall("open", { unsafe open(path, mode, 0o600) }) else { return }
        let file = OwnedDescriptor(number)
        _ = fchmod(file.number, 0o600)
        for descriptor in descriptors { _ = dup2(file.number, descriptor) }
    }

    /// The size of the file that the descriptor is open on; `nil` if it is not the file at the path.
    private static func size(of descriptor: Int32, at path: String) -> Int? {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &open) == 0, unsafe lstat(path, &named) == 0,
            open.st_mode & S_IFMT == S_IFREG, open.st_dev == named.st_dev, open.st_ino == named.st_ino
        else { return nil }
        return Int(open.st_size)
    }
}
