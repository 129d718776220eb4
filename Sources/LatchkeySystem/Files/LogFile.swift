import Glibc
import Synchronization

/// A log on descriptors that the process was started with, as the agent's stderr is.
///
/// **Invariants**
/// - Where they lead to the log's own file, it is turned over before it grows beyond its size: one older file is kept,
///   and both are of mode 0600. What the service manager or a terminal takes in is theirs to bound.
/// - A source has an eighth of each file for itself. One that has used it up is left out until the log turns over, to
///   which its own lines no longer add: it pushes nobody else's out.
package final class LogFile: Sendable {
    package enum Outcome: Hashable, Sendable {
        case written
        /// The source has used up its share.
        ///
        /// - Parameter isFirst: Since the log was turned over last, so that it can be said once.
        case leftOut(isFirst: Bool)
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
    ///   - descriptors: Lines are written to the first one; all of them are led to the new file.
    ///   - path: The file's own path, whether the descriptors lead there or not.
    package init(
        descriptors: [Int32] = [STDERR_FILENO, STDOUT_FILENO], path: String, maximumSize: Int = 1 << 20
    ) {
        self.descriptors = descriptors
        self.path = path
        self.maximumSize = maximumSize
        let size = descriptors.first.flatMap { Self.size(of: $0, at: path) }
        state = Mutex(State(size: size ?? 0))
    }

    /// Writes one line; a log that cannot be written stops nothing.
    ///
    /// - Parameter source: Whose words they are, when they are not the agent's own.
    @discardableResult
    package func write(_ line: String, from source: String? = nil) -> Outcome {
        let bytes = Array((line + "\n").utf8)
        return state.withLock { state in
            if let source {
                // A full log turns over for it only if it still has a share of what it would turn over.
                guard state.shares[source, default: 0] + bytes.count <= maximumSize / 8 else {
                    return .leftOut(isFirst: state.silent.insert(source).inserted)
                }
            }
            if state.size + bytes.count > maximumSize { turnOver(&state) }
            if let source { state.shares[source, default: 0] += bytes.count }
            put(bytes)
            state.size += bytes.count
            return .written
        }
    }

    private func put(_ bytes: [UInt8]) {
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

    private func turnOver(_ state: inout State) {
        state = State(size: 0)
        guard let descriptor = descriptors.first, Self.size(of: descriptor, at: path) != nil else { return }
        // Where one of these fails the log goes on in the old file, and tries again a file's length later.
        guard fchmod(descriptor, 0o600) == 0, unsafe rename(path, path + ".1") == 0 else { return }
        let mode = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        guard let number = try? systemCall("open", { unsafe open(path, mode, 0o600) }) else { return }
        let file = OwnedDescriptor(number)
        _ = fchmod(file.number, 0o600)
        for descriptor in descriptors { _ = dup2(file.number, descriptor) }
    }

    /// The size of the file behind a descriptor; nothing when it is not the one at the path.
    private static func size(of descriptor: Int32, at path: String) -> Int? {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &open) == 0, unsafe lstat(path, &named) == 0,
            open.st_mode & S_IFMT == S_IFREG, open.st_dev == named.st_dev, open.st_ino == named.st_ino
        else { return nil }
        return Int(open.st_size)
    }
}
