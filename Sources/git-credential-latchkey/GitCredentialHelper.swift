import LatchkeyClient
import LatchkeyCore
import LatchkeyGit
import LatchkeySheet
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyWire

/// git's credential helper (gitcredentials(7), "CUSTOM HELPERS").
///
/// git waits for it in every command, so it must start fast: it does without Foundation and ArgumentParser.
@main
struct GitCredentialHelper {
    private static let console = Console(program: "git-credential-latchkey")

    private let environment: [String: String]

    static func main() {
        StandardStream.secure()
        // Passwords pass through this process. If the system refuses the protection, the helper still works.
        _ = try? ProcessHardening.apply(environment: [:])
        do {
            try MainThreadExecutor.run { await end() }
        } catch {
            let error = CommandError(error.sentence, hint: error.hint)
            console.report(error)
            CurrentProcess.exit(error.status.rawValue)
        }
    }

    /// Runs the command and exits.
    private static func end() async -> Never {
        do {
            let status = try await console.status {
                try await run(Array(CommandLine.arguments.dropFirst()))
            } otherwise: { error in
                let error = ErrorMessages.describe(error) ?? CommandError("unexpected \(type(of: error))")
                console.report(error)
                return error.status
            }
            CurrentProcess.exit(status.rawValue)
        } catch {
            StandardStream.endByClosedPipe()
        }
    }

    // MARK: The command line

    private enum Operation: String {
        case get
        case store
        case erase
    }

    private static func run(_ arguments: [String]) async throws {
        guard let word = arguments.first else { throw usageError("missing expected argument '<operation>'") }
        switch word {
        case "--help", "-h": return console.print(text: help)
        case "--version": return console.print(text: ProtocolVersion.product)
        case _ where word.hasPrefix("-"): throw usageError("unknown option '\(word)'")
        case _ where arguments.count > 1: throw usageError("unexpected argument '\(arguments[1])'")
        default: break
        }
        // git may add operations; helpers must ignore those (gitcredentials(7)).
        guard let operation = Operation(rawValue: word) else { return }
        try await GitCredentialHelper(environment: CurrentProcess.environment).run(operation)
    }

    private static func usageError(_ message: String) -> CommandError {
        CommandError(message, hint: "run \"git-credential-latchkey --help\"", status: .usage)
    }

    private static let help = """
        OVERVIEW: Fills, saves and erases git's passwords; git runs it.

        Enable it with: git config --global credential.helper latchkey

        USAGE: git-credential-latchkey <operation>

        ARGUMENTS:
          <operation>             get, store or erase. git requires that others are ignored.

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        """

    // MARK: The operations

    private func run(_ operation: Operation) async throws {
        let credential = try GitCredential(reading: Self.readInput())
        // Without a host or a path, nothing can match.
        guard let target = credential.target else { return }
        do {
            switch operation {
            case .get: try await get(target, for: credential)
            case .store: try await store(target, credential)
            case .erase: try await erase(target, credential)
            }
        } catch let error as RemoteError where operation == .store && error.reason == .noProviders {
            // A status other than zero would fail git's command, which worked.
            guard credential.stored != nil else { return }
            Self.console.note("the password was not saved: \(error.message)")
            if let hint = error.hint { Self.console.hint(hint) }
        } catch let error as RemoteError where error.meansNoCredential {
            // git asks the user itself; a note would be in the way, unless there is a credential after all.
            guard operation == .get, error.details?[GetGitCredential.untried] != nil else { return }
            Self.console.note(error.message)
            if let hint = error.hint { Self.console.hint(hint) }
        }
    }

    /// Answers with the credential, or with nothing, so that git asks the user.
    private func get(_ target: GitTarget, for question: GitCredential) async throws {
        let found: GetGitCredential.Result
        do {
            found = try await credential(for: target, showsSheets: false)
        } catch let error as RemoteError where error.reason == .locked && error.details?["screenFailure"] == nil {
            throw ErrorMessages.locked
        }
        let answer = try GitCredential(answer: found, to: question, at: WallClock.seconds).answer()
        Self.console.hand(bytes: unsafe answer.withBytes { unsafe Array($0) })
        try Self.console.requireWritten("the credential")
    }

    private func store(_ target: GitTarget, _ credential: GitCredential) async throws {
        guard let (password, details) = credential.stored, !credential.isEphemeral else { return }
        _ = try await connect().call(
            StoreGitCredential.self,
            StoreGitCredential.Parameters(target: target, password: password.reveal(), details: details))
    }

    private func erase(_ target: GitTarget, _ credential: GitCredential) async throws {
        let password = (credential.credential ?? credential.password)?.reveal()
        _ = try await connect().call(
            EraseGitCredential.self, EraseGitCredential.Parameters(target: target, password: password))
    }

    /// Asks the agent without a sheet; if the provider is locked and git allows questions, again with one.
    private func credential(for target: GitTarget, showsSheets: Bool) async throws -> GetGitCredential.Result {
        do {
            let agent = try await connect(showsSheets: showsSheets)
            return try await agent.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        } catch let error as RemoteError where error.reason == .locked && !showsSheets {
            guard await GitConfiguration.allowsQuestions(environment: environment) else { throw error }
            return try await credential(for: target, showsSheets: true)
        }
    }

    /// Connects to the agent, with the user's terminal or display if a sheet may be shown.
    private func connect(showsSheets: Bool = false) async throws -> AgentClient {
        let screen = showsSheets ? try? TerminalSheetPresenter(environment: environment) : nil
        var client = ClientDescription(program: "git", environment: environment, showsSheets: screen != nil)
        if !showsSheets {
            // The agent shows no sheet to a client without a terminal or display.
            (client.tty, client.display, client.waylandDisplay) = (nil, nil, nil)
        }
        return try await AgentClient.connect(
            locations: Locations(environment: environment), environment: environment, as: client, screen: screen)
    }

    private static func readInput() throws -> [UInt8] {
        var input = GitCredentialInput()
        while !input.isComplete {
            let piece = try StandardStream.input.read(upTo: 4096)
            if piece.isEmpty { break }
            input.append(piece)
        }
        return input.bytes
    }
}
