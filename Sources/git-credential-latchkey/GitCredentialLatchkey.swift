import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyGitCredential
import LatchkeySecret
import LatchkeySheetTerminal
import LatchkeySystem
import LatchkeyWire

/// git's way to the agent: a credential helper (gitcredentials(7), "CUSTOM HELPERS").
@main
struct GitCredentialLatchkey: AsyncParsableCommand {
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
        let bytes = try FileHandle.standardInput.read(upToCount: GitCredential.byteLimit + 1) ?? Data()
        let credential = try GitCredential(reading: bytes)
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
        let agent = try await Self.connect(showsSheets: true)
        let found: GetGitCredential.Result
        do {
            found = try await agent.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        } catch let error as RemoteError where error.meansNothingIsThere {
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
        let agent = try await Self.connect(showsSheets: false)
        do {
            _ = try await agent.call(
                StoreGitCredential.self,
                StoreGitCredential.Parameters(target: target, password: password.reveal(), details: details))
        } catch let error as RemoteError where error.meansNothingIsThere {
            return
        }
    }

    private func erase(_ target: GitTarget, _ credential: GitCredential) async throws {
        let agent = try await Self.connect(showsSheets: false)
        let password = (credential.credential ?? credential.password)?.reveal()
        do {
            _ = try await agent.call(
                EraseGitCredential.self, EraseGitCredential.Parameters(target: target, password: password))
        } catch let error as RemoteError where error.meansNothingIsThere {
            return
        }
    }

    /// Connects, with the person's terminal where git may ask on it.
    private static func connect(showsSheets: Bool) async throws -> AgentClient {
        let environment = ProcessInfo.processInfo.environment
        let mayAsk = showsSheets && environment["GIT_TERMINAL_PROMPT"] != "0"
        let screen = mayAsk ? try? TerminalSheetPresenter(environment: environment) : nil
        return try await AgentClient.connect(
            locations: Locations(environment: environment), environment: environment,
            as: ClientDescription(program: "git", environment: environment, showsSheets: screen != nil), screen: screen)
    }
}
