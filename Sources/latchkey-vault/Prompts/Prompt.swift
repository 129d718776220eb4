import Foundation
import LatchkeyTerminal
import LatchkeyCore
import LatchkeySystem

/// Questions on the terminal, and secrets from a descriptor; never from arguments or the environment.
enum Prompt {
    /// The longest secret that is read from a descriptor.
    private static let byteLimit = 64 * 1024

    /// The terminal to ask on; nothing where there is none.
    static var terminal: Terminal? { try? Terminal() }

    /// Says something before a question; nothing where nobody is asked.
    static func tell(_ text: String) throws {
        try terminal?.write(text + "\n")
    }

    /// Asks for a line that is not shown; nothing where nobody can be asked.
    static func secret(_ question: String) async throws -> Secret? {
        guard let terminal else { return nil }
        try terminal.write(question)
        guard let line = try await terminal.readLine(echo: false) else {
            throw CommandError("cancelled", status: .cancelled)
        }
        return Secret(line)
    }

    /// Asks for a new secret until it is typed the same twice.
    ///
    /// - Parameter refusal: What is wrong with a secret; then it is asked for anew before it is typed again.
    static func newSecret(
        _ question: String, again: String = "The same again: ", refusal: (Secret) -> String? = { _ in nil }
    ) async throws -> Secret? {
        while let first = try await secret(question) {
            if let problem = refusal(first) {
                VaultProgram.console.note("\(problem); type another one")
                continue
            }
            guard let second = try await secret(again) else { return nil }
            if first == second { return first }
            VaultProgram.console.note("the two differ; type them again")
        }
        return nil
    }

    /// Reads a secret to the end of a descriptor; one line end at the end is not part of it.
    ///
    /// One that the program was not started with cannot be read, whatever has that number meanwhile.
    static func secret(fromDescriptor number: Int32) throws -> Secret {
        var bytes = Data()
        do {
            guard VaultProgram.inherited.contains(number) else { throw POSIXError(.EBADF) }
            let handle = FileHandle(fileDescriptor: number, closeOnDealloc: false)
            while bytes.count <= byteLimit, let piece = try handle.read(upToCount: 4096), !piece.isEmpty {
                bytes += piece
            }
        } catch {
            throw CommandError("descriptor \(number) cannot be read", hint: Sentences.descriptorHint, status: .usage)
        }
        guard bytes.count <= byteLimit else {
            throw CommandError("what descriptor \(number) gives is too long for a secret", status: .usage)
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return Secret(copying: bytes)
    }
}

extension Secret? {
    /// The secret, or an error where nobody could be asked for it.
    func orThrow(_ error: CommandError) throws -> Secret {
        guard let self else { throw error }
        return self
    }
}
