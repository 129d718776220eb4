import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyGit
import LatchkeyCore
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The whole of git's credential helper, for what `git-credential-latchkey` cannot answer at once.
///
/// It goes by that one's name, which is the only one that anybody knows.
@main
struct GitCredentialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "git-credential-latchkey",
        abstract: "Fills, saves and erases git's passwords; git runs it.",
        discussion: "Switch it on with: git config --global credential.helper latchkey",
        version: ProtocolVersion.product)

    static let console = Console(program: "git-credential-latchkey")

    @Argument(help: "get, store or erase. Any other is ignored, as git asks of its helpers.")
    var operation: String

    static func main() async {
        StandardStream.secure()
        // Passwords pass through here. A system that refuses this refuses nothing else.
        _ = try? ProcessHardening.apply(environment: [:])
        await CommandMain.run(Self.self, console: console, describe: Sentences.describe)
    }

    func run() async throws {
        guard let operation = Operation(rawValue: operation) else { return }
        let credential = try GitCredential(reading: Self.readInput())
        // What has no host is no place that anything is stored for.
        guard let target = credential.target else { return }
        switch operation {
        case .get: try await get(target, for: credential)
        case .store: try await store(target, credential)
        case .erase: try await erase(target, credential)
        }
    }

    private enum Operation: String {
        case get
        case store
        case erase
    }

    /// Answers with what is stored; with nothing where there is nothing, so that git asks.
    private func get(_ target: GitTarget, for question: GitCredential) async throws {
        let found: GetGitCredential.Result
        do {
            found = try await Self.ask(target, showsSheets: false)
        } catch let error as RemoteError where error.meansNothingIsThere {
            if error.details?[GetGitCredential.untried] != nil {
                Self.console.note(error.message)
                if let hint = error.hint { Self.console.hint(hint) }
            }
            return
        } catch let error as RemoteError where error.reason == .locked {
            throw Sentences.locked
        }
        let answer = try GitCredential(answer: found, to: question, at: Date()).answer()
        Self.console.hand(bytes: unsafe answer.withBytes { unsafe Array($0) })
        try Self.console.requireWritten("the credential")
    }

    private func store(_ target: GitTarget, _ credential: GitCredential) async throws {
        guard let (password, details) = credential.stored, !credential.isEphemeral else { return }
        let agent = try await Self.connect()
        do {
            _ = try await agent.call(
                StoreGitCredential.self,
                StoreGitCredential.Parameters(target: target, password: password.reveal(), details: details))
        } catch let error as RemoteError where error.meansNothingIsThere {
            return
        }
    }

    private func erase(_ target: GitTarget, _ credential: GitCredential) async throws {
        let agent = try await Self.connect()
        let password = (credential.credential ?? credential.password)?.reveal()
        do {
            _ = try await agent.call(
                EraseGitCredential.self, EraseGitCredential.Parameters(target: target, password: password))
        } catch let error as RemoteError where error.meansNothingIsThere {
            return
        }
    }

    /// Asks without a word to the person; where that cannot be, and git may ask them, with a sheet.
    private static func ask(_ target: GitTarget, showsSheets: Bool) async throws -> GetGitCredential.Result {
        let agent = try await connect(showsSheets: showsSheets)
        do {
            return try await agent.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        } catch let error as RemoteError where error.reason == .locked && !showsSheets {
            guard await Interaction.isWanted(environment: ProcessInfo.processInfo.environment) else { throw error }
            return try await ask(target, showsSheets: true)
        }
    }

    /// Connects, with the person's terminal or display where git may ask on it.
    private static func connect(showsSheets: Bool = false) async throws -> AgentClient {
        let environment = ProcessInfo.processInfo.environment
        let screen = showsSheets ? try? TerminalSheetPresenter(environment: environment) : nil
        var client = ClientDescription(program: "git", environment: environment, showsSheets: screen != nil)
        if !showsSheets {
            // The agent shows nothing where it knows of no place to show it.
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
            input.take(piece)
        }
        return input.bytes
    }
}
