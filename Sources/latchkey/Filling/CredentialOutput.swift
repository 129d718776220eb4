import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyCore
import LatchkeySystem
import LatchkeyWire

/// Where a filled credential goes: to the clipboard on a terminal, otherwise to stdout.
struct CredentialOutput: ParsableArguments {
    @Flag(help: "Prints JSON.")
    var json = false

    @Flag(help: "Prints the credential on the terminal instead of copying it.")
    var show = false

    /// The output of `--json`.
    private struct Password: Encodable {
        var user: String
        var password: String
    }

    private struct Code: Encodable {
        var code: String
        /// Seconds; `nil` if the provider did not say.
        var expiresIn: Int?
    }

    private struct Text: Encodable {
        var text: String
    }

    func validate() throws {
        if json, show { throw ValidationError("--json and --show cannot be combined") }
    }

    /// Checks that a clipboard is available if one is needed, before the user is asked for anything.
    func check() async throws {
        if isForClipboard { _ = try await clipboard() }
    }

    /// The purpose that sheets show.
    var purpose: RequestPurpose {
        if isForClipboard { return .copy }
        return show ? .reveal : .fill
    }

    private var isForClipboard: Bool { StandardStream.output.isTerminal && !json && !show }

    private func clipboard() async throws -> Clipboard {
        do {
            return try await Clipboard.find(environment: ProcessInfo.processInfo.environment)
        } catch SystemError.noClipboard {
            let variables = ProcessInfo.processInfo.environment
            guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else {
                throw CommandError("there is no display, so there is no clipboard", hint: "add --show to print it")
            }
            throw CommandError("no clipboard was found", hint: Self.instead)
        }
    }

    /// The hint if there is no clipboard.
    private static let instead = "add --show to print it, or install wl-clipboard, xclip or xsel"

    private func copy(_ secret: Secret) async throws {
        do {
            try await clipboard().copy(secret, clearAfter: Self.clearAfter)
        } catch SystemError.clipboardFailed(let tool, _) {
            throw CommandError(
                "\(URL(filePath: tool).lastPathComponent) could not copy: it found no display",
                hint: "add --show to print it instead")
        }
    }

    func give(_ filled: FilledCredential, for service: String?) async throws {
        switch filled.value {
        case .password(let user, let password):
            if json { return try give(json: Password(user: user, password: password), named: "password of \(user)") }
            try await give(password, named: "password of \(user)", for: service, beforeIt: user)
        case .code(let code, let expiresIn):
            if json { return try give(json: Code(code: code, expiresIn: expiresIn), named: "code") }
            try await give(code, named: "code", for: service)
            if let expiresIn, StandardStream.output.isTerminal {
                Latchkey.console.note("the code is valid for \(expiresIn) more seconds")
            }
        case .text(let text):
            if json { return try give(json: Text(text: text), named: "text") }
            try await give(text, named: "text", for: service)
        }
    }

    private func give(json value: some Encodable, named name: String) throws {
        try Latchkey.console.print(json: value)
        try Latchkey.console.requireWritten("the \(name)")
    }

    private func give(_ secret: String, named name: String, for service: String?, beforeIt user: String? = nil)
        async throws
    {
        guard isForClipboard else {
            if StandardStream.output.isTerminal, let user { Latchkey.console.print(user) }
            Latchkey.console.hand(secret)
            return try Latchkey.console.requireWritten("the \(name)")
        }
        try await copy(Secret(secret))
        let place = service.map { " for \(Host.displayText(of: $0))" } ?? ""
        Latchkey.console.note("copied the \(name)\(place); the clipboard is cleared after \(Self.clearAfter) s")
    }

    /// Seconds.
    private static let clearAfter = 45
}
