import Foundation
import LatchkeyTerminal
import LatchkeyCore
import LatchkeySheet
import LatchkeySystem

/// Asks questions on the terminal, and reads secrets from it or from a file descriptor.
///
/// Other processes can read arguments and environment variables, so those never contain secrets.
enum Prompt {
    /// The maximum size of a secret from a descriptor, in bytes.
    private static let byteLimit = 64 * 1024

    /// The terminal to ask on; `nil` if there is none.
    static var terminal: Terminal? { try? Terminal() }

    /// Writes a line before a question; does nothing without a terminal.
    static func show(_ text: String) throws {
        try terminal?.write(text + "\n")
    }

    /// Asks for a line without echo; returns `nil` without a terminal.
    ///
    /// - Throws: ``CommandError`` with status `cancelled` if the input ends.
    static func secret(_ question: String) async throws -> Secret? {
        guard let terminal else { return nil }
        try terminal.write(question)
        guard let line = try await terminal.readLine(echo: false) else {
            throw CommandError("cancelled", status: .cancelled)
        }
        return Secret(line)
    }

    /// Asks for text of several lines, which stay visible; returns `nil` without a terminal.
    ///
    /// - Throws: ``CommandError`` with status `cancelled` if the input ends before the first line.
    static func text(_ question: String) async throws -> Secret? {
        guard let terminal else { return nil }
        try terminal.write("\(question) (Ctrl-D on an empty line ends it):\n")
        var lines: [String] = []
        while let line = try await terminal.readLine(echo: true) { lines.append(line) }
        if lines.isEmpty { throw CommandError("cancelled", status: .cancelled) }
        return Secret(lines.joined(separator: "\n"))
    }

    /// Asks for a new secret until the user types the same one twice; returns `nil` without a terminal.
    ///
    /// - Parameter refusal: Why a secret is rejected, so that another one is asked for; `nil` if it is accepted.
    static func newSecret(
        _ question: String, repeating: String, refusal: (Secret) -> String? = { _ in nil }
    ) async throws -> Secret? {
        while let first = try await secret(question) {
            if let problem = refusal(first) {
                VaultProgram.console.note("\(problem); choose another one")
                continue
            }
            guard let second = try await secret(repeating) else { return nil }
            if first == second { return first }
            VaultProgram.console.note("they do not match; try again")
        }
        return nil
    }

    /// Reads a secret from a descriptor until end of file; removes one newline at its end.
    ///
    /// - Throws: ``CommandError`` if the process did not inherit the descriptor, even if another file has its number now.
    static func secret(fromDescriptor number: Int32) throws -> Secret {
        var bytes = Data()
        do {
            guard VaultProgram.inherited.contains(number) else { throw POSIXError(.EBADF) }
            let handle = FileHandle(fileDescriptor: number, closeOnDealloc: false)
            while bytes.count <= byteLimit, let piece = try handle.read(upToCount: 4096), !piece.isEmpty {
                bytes += piece
            }
        } catch {
            throw CommandError("descriptor \(number) cannot be read", hint: Messages.descriptorHint, status: .usage)
        }
        guard bytes.count <= byteLimit else {
            throw CommandError("the secret from descriptor \(number) is longer than 64 KiB", status: .usage)
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return Secret(copying: bytes)
    }
}

extension Prompt {
    /// Asks the user to confirm; any answer but yes ends the command.
    ///
    /// - Parameter unconfirmed: The error's message if there is no terminal.
    static func confirm(_ question: String, unconfirmed: String) async throws {
        guard let terminal else {
            throw CommandError(
                "\(unconfirmed): there is no terminal to confirm on", hint: "confirm with --yes", status: .locked)
        }
        try terminal.write("\(VaultProgram.console.program): \(DisplayText.escaping(question)) [y/N] ")
        let answer = try await terminal.readLine(echo: true)
        guard ["y", "yes"].contains(answer?.lowercased()) else {
            throw CommandError("cancelled", status: .cancelled)
        }
    }

    /// Asks until the user types one of the letters; returns `nil` if the input ends or there is no terminal.
    static func choice(_ question: String, among letters: String) async throws -> Character? {
        guard let terminal else { return nil }
        while true {
            try terminal.write(question)
            guard let line = try await terminal.readLine(echo: true) else { return nil }
            if let letter = line.lowercased().first(where: { !$0.isWhitespace }), letters.contains(letter) {
                return letter
            }
        }
    }
}

extension Secret? {
    /// Returns the secret, or throws the error if there was no terminal.
    func orThrow(_ error: CommandError) throws -> Secret {
        guard let self else { throw error }
        return self
    }
}
