import Foundation

/// A system bus with a fake logind (`Tests/Support/logind.py`).
package struct LoginBus: Sendable {
    package let address: String
    private let program: InteractiveProgram

    /// - Parameter isEmpty: Whether logind is missing on the bus.
    package init(isEmpty: Bool = false) async throws {
        program = try await InteractiveProgram(
            ["/usr/bin/python3", supportPath("logind.py")] + (isEmpty ? ["empty"] : []))
        address = try await program.readLine()
    }

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
