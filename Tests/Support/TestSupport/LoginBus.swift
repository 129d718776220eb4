import Foundation

/// A system bus with a fake logind (`Tests/Support/logind.py`).
package struct LoginBus: Sendable {
    package let address: String
    private let program: InteractiveProgram

    /// - Parameters:
    ///   - isEmpty: Whether logind is missing on the bus.
    ///   - socket: The name of its socket, so that a second bus can replace it; `nil` for a random one.
    package init(isEmpty: Bool = false, socket: String? = nil) async throws {
        program = try await InteractiveProgram(
            ["/usr/bin/python3", supportPath("logind.py")] + (isEmpty ? ["empty"] : []) + [socket].compactMap { $0 })
        address = try await program.readLine()
    }

    /// The address of every bus with this socket.
    package static func address(ofSocket socket: String) -> String { "unix:abstract=/latchkey-tests/\(socket)" }

    /// Sends commands to logind: `sleep`, `wake`, `lock`, `hint`, `unhint`, `lock-foreign`, `hint-foreign` or `drop`.
    ///
    /// `held` asks for the number of held inhibitors.
    package func send(_ commands: String...) throws {
        for command in commands { try program.writeLine(command) }
    }

    /// The next event: `inhibit sleep delay`, `released` or `held 1`.
    package func nextEvent() async throws -> String { try await program.readLine() }

    package static let isAvailable = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbus"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }
}
