import Foundation
import Testing

/// The cases of git's test suite for external helpers, with the malloc checks of that suite.
///
/// The steps share one vault and depend on each other, so they are one test.
@Suite(.timeLimit(.minutes(4))) struct GitMallocCheckTests {
    private static let variables = AllocatorTests.Allocator.checking.variables

    /// One call of git or the helper, with its expected output.
    private struct Step {
        let operation: String
        let input: [String]
        var output: [String] = []
        var usesPath = false

        static func approve(_ input: String..., usesPath: Bool = false) -> Step {
            Step(operation: "approve", input: input, usesPath: usesPath)
        }

        static func reject(_ input: String...) -> Step { Step(operation: "reject", input: input) }

        /// git prints its input and these lines.
        static func fill(_ input: String..., gives lines: [String], usesPath: Bool = false) -> Step {
            Step(operation: "fill", input: input, output: input + lines, usesPath: usesPath)
        }

        /// Calls the helper directly, for lines that older versions of git do not pass on.
        static func helper(_ operation: String, _ input: String..., gives output: [String] = []) -> Step {
            Step(operation: operation, input: input, output: output)
        }
    }

    private static let asked = ["username=askpass-username", "password=askpass-password"]
    private static let https = "protocol=https"
    private static let http = "protocol=http"
    private static let example = "host=example.com"

    private static let behaviours: [(name: String, steps: [Step])] = [
        ("nothing is stored at first", [.fill(https, example, gives: asked)]),
        ("a password is stored", [.approve(https, example, "username=store-user", "password=store-pass")]),
        ("a password is filled", [.fill(https, example, gives: ["username=store-user", "password=store-pass"])]),
        ("another protocol is not filled", [.fill(http, example, gives: asked)]),
        ("another host is not filled", [.fill(https, "host=other.tld", gives: asked)]),
        (
            "another user is not filled",
            [.fill(https, example, "username=other", gives: ["password=askpass-password"])]
        ),
        (
            "another path is not filled",
            [
                .approve(
                    http, "host=path.tld", "path=foo.git", "username=user", "password=pass", usesPath: true),
                .fill(http, "host=path.tld", "path=bar.git", gives: asked, usesPath: true),
            ]
        ),
        (
            "a new password replaces the old one",
            [
                .approve(https, example, "username=overwrite", "password=pass1"),
                .approve(https, example, "username=overwrite", "password=pass2"),
                .fill(https, example, "username=overwrite", gives: ["password=pass2"]),
                .reject(https, example, "username=overwrite", "password=pass2"),
                .fill(https, example, "username=overwrite", gives: ["password=askpass-password"]),
            ]
        ),
        ("a host is erased", [.reject(https, example), .fill(https, example, gives: asked)]),
        (
            "several users are stored",
            [
                .approve(https, example, "username=user1", "password=pass1"),
                .approve(https, example, "username=user2", "password=pass2"),
                .fill(https, example, "username=user1", gives: ["password=pass1"]),
                .fill(https, example, "username=user2", gives: ["password=pass2"]),
            ]
        ),
        (
            "another password than the stored one erases nothing",
            [
                .approve(https, example, "username=kept", "password=pass2"),
                .reject(https, example, "username=kept", "password=pass1"),
                .fill(https, example, "username=kept", gives: ["password=pass2"]),
            ]
        ),
        (
            "one user is erased",
            [
                .reject(https, example, "username=user1"),
                .fill(https, example, "username=user1", gives: ["password=askpass-password"]),
            ]
        ),
        (
            "another user is not erased",
            [.fill(https, example, "username=user2", gives: ["password=pass2"])]
        ),
        (
            "an empty user name is stored",
            [
                .approve(https, "host=sso.tld", "username=", "password="),
                .fill(https, "host=sso.tld", gives: ["username=", "password="]),
            ]
        ),
        (
            "all credentials of a host are erased",
            [
                .approve(https, "host=erase.tld", "username=erase1", "password=pass1"),
                .approve(https, "host=erase.tld", "username=erase2", "password=pass1"),
                .reject(https, "host=erase.tld"),
                .fill(https, "host=erase.tld", gives: asked),
            ]
        ),
        (
            "a long header names no other host",
            [
                .approve(https, "host=goodguy.example.com", "username=user", "password=to-be-kept"),
                .helper(
                    "get", https, "host=badguy.example.com",
                    "wwwauth[]=basic realm=" + String(repeating: "a", count: 10_000) + "host=goodguy.example.com"),
            ]
        ),
        (
            "an expiry is stored",
            [.helper("store", https, example, "username=end", "password=pass", "password_expiry_utc=9999999999")]
        ),
        (
            "an expiry is returned",
            [
                .helper(
                    "get", https, example, "username=end",
                    gives: ["username=end", "password=pass", "password_expiry_utc=9999999999"])
            ]
        ),
        (
            "a new expiry replaces the old one",
            [
                .helper(
                    "store", https, example, "username=end", "password=pass2", "password_expiry_utc=9999999998"),
                .helper(
                    "get", https, example, "username=end",
                    gives: ["username=end", "password=pass2", "password_expiry_utc=9999999998"]),
                .helper("erase", https, example, "username=end", "password=pass2"),
                .fill(https, example, "username=end", gives: ["password=askpass-password"]),
            ]
        ),
        (
            "a refresh token is stored",
            [.helper("store", https, example, "username=user4", "password=pass", "oauth_refresh_token=xyzzy")]
        ),
        (
            "a refresh token is returned",
            [
                .helper(
                    "get", https, example, "username=user4",
                    gives: ["username=user4", "password=pass", "oauth_refresh_token=xyzzy"])
            ]
        ),
    ]

    @Test func `git stores, fills and erases credentials in 21 ways`() async throws {
        #expect(Self.behaviours.count == 21)
        let world = try await World.withGit()
        for (name, steps) in Self.behaviours {
            for step in steps {
                let ending = try await run(step, in: world)
                let expected = Program.Ending(output: step.output.map { $0 + "\n" }.joined(), error: "", status: 0)
                #expect(ending == expected, "\(name): \(step)")
            }
        }
    }

    private func run(_ step: Step, in world: World) async throws -> Program.Ending {
        guard ["fill", "approve", "reject"].contains(step.operation) else {
            return try await world.helper(step.operation, lines: step.input, variables: Self.variables)
        }
        let configuration = step.usesPath ? ["-c", "credential.useHttpPath=true"] : []
        return try await world.git(
            configuration + ["credential", step.operation], input: step.input, variables: Self.variables)
    }
}
