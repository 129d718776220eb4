import Foundation
import TestSupport

/// A mail server on this machine (`Tests/Support/mail_server.py`).
final class MailServer: Sendable {
    enum MailProtocol: String {
        case smtp
        case imap
    }

    let port: String
    private let program: InteractiveProgram

    /// Accepts mail with this user name, and with the password of the world's `askpass`.
    init(_ `protocol`: MailProtocol, user: String, for world: World) async throws {
        program = try await InteractiveProgram(
            ["/usr/bin/python3", supportPath("mail_server.py"), `protocol`.rawValue, user, "askpass-password"],
            environment: world.environment)
        port = try await program.readLine()
    }

    /// The next login or message: `accepted`, `refused` or `message`.
    func next() async throws -> String { try await program.readLine() }

    func change(password: String) async throws {
        try program.writeLine(password)
        _ = try await program.readLine()
    }
}
