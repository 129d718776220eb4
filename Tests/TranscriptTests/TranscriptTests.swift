import Foundation
import Testing

/// Recorded sessions of the built programs, each in its own home folder and without a terminal.
@Suite struct `Command-line transcripts` {
    @Test(arguments: [
        "latchkey", "latchkey-vault", "latchkey-vault-passphrase", "latchkey-vault-import",
        "latchkey-vault-import-formats",
        "latchkey-vault-export", "latchkey-vault-entries", "latchkey-vault-terminal", "latchkey-vault-care",
        "latchkey-vault-health",
        "latchkey-vault-output", "latchkey-vault-passkeys", "latchkey-browser",
    ])
    func `prints the output of each command in a transcript`(name: String) async throws {
        let home = try TestHome()
        try home.link("vectors", to: "Vectors/exchange")
        var names = Placeholders(home: home.path)
        for step in try Transcript.named(name).steps {
            let result = try await home.run(names.filled(step.command)).map {
                names.named($0)
            }
            #expect(result == step.result, "after: $ \(step.command)")
        }
    }
}
