import Foundation
import Testing

/// Whole sessions with the built programs, in a home of their own and without a terminal.
@Suite struct `Sessions at the prompt` {
    @Test(arguments: [
        "latchkey", "latchkey-vault", "latchkey-vault-passphrase", "latchkey-vault-import",
        "latchkey-vault-export", "latchkey-vault-terminal", "latchkey-vault-care", "latchkey-vault-health",
        "latchkey-vault-output", "latchkey-vault-passkeys", "latchkey-browser",
    ])
    func `go as written down`(name: String) async throws {
        let world = try World()
        try world.link("vectors", to: "Vectors/exchange")
        var names = RunNames(home: world.home)
        for step in try Transcript.named(name).steps {
            let result = try await world.run(names.filled(step.command)).map { names.named($0) }
            #expect(result == step.result, "after: $ \(step.command)")
        }
    }
}
