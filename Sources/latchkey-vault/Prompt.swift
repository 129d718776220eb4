import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeySecret
import LatchkeySystem

/// Questions on the terminal, and secrets from a descriptor; never from arguments or the environment.
enum Prompt {
    /// The longest secret that is read from a descriptor.
    private static let byteLimit = 64 * 1024

    /// The terminal to ask on; nothing where there is none.
    static var terminal: Terminal? { try? Terminal() }

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
    static func newSecret(_ question: String, again: String) async throws -> Secret? {
        while let first = try await secret(question), let second = try await secret(again) {
            if first == second { return first }
            VaultProgram.console.note("the two differ; type them again")
        }
        return nil
    }

    /// Reads a secret to the end of a descriptor; one line end at the end is not part of it.
    static func secret(fromDescriptor number: Int32) throws -> Secret {
        var bytes = Data()
        do {
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

/// Where the vault's passphrase comes from.
struct PassphraseOptions: ParsableArguments {
    @Option(help: "Reads the passphrase from this descriptor, to its end.")
    var passphraseFd: Int32?

    /// The passphrase; nothing where no descriptor is given and nobody can be asked.
    func passphrase(prompt: String) async throws -> Secret? {
        if let passphraseFd { return try Prompt.secret(fromDescriptor: passphraseFd) }
        return try await Prompt.secret(prompt)
    }

    /// A new passphrase: asked for twice, and refused when it is hopeless.
    func newPassphrase() async throws -> Secret? {
        if let passphraseFd { return try Self.checked(Prompt.secret(fromDescriptor: passphraseFd)) }
        return try await Prompt.newSecret("New passphrase: ", again: "The same again: ").map(Self.checked)
    }
}
