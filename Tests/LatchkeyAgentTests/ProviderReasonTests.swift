import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `What a provider says about its failure` {
    private func failure(_ code: Int, _ explanation: ProviderExplanation?) async throws -> RemoteError? {
        let world = try AgentWorld { _, _ in
            .cancelled(domain: "ASExtensionErrorDomain", code: code, explanation: explanation)
        }
        try await world.enable()
        let client = try await world.connect()
        do {
            _ = try await world.fill(over: client)
            return nil
        } catch {
            return error as? RemoteError
        }
    }

    @Test func `a provider's explanation is shown with the provider's name`() async throws {
        let explanation = ProviderExplanation(reason: "the vault is damaged", suggestion: "run \"restore\"")
        let error = try #require(try await failure(0, explanation))
        #expect(error.reason == .providerFailed)
        #expect(error.message == "com.example.first failed: the vault is damaged")
        #expect(error.hint == "com.example.first says: run \"restore\"")
        #expect(error.details == ["providerReason": "the vault is damaged", "providerSuggestion": "run \"restore\""])
    }

    @Test func `an explanation without a suggestion has our hint`() async throws {
        let error = try #require(try await failure(0, ProviderExplanation(reason: "no")))
        #expect(error.message == "com.example.first failed: no")
        #expect(error.hint == "try again; if it fails again, run \"latchkey doctor\"")
    }

    @Test func `a failure without an explanation has our message`() async throws {
        let error = try #require(try await failure(0, nil))
        #expect(error.message == "the provider failed" && error.details == nil)
    }

    @Test(arguments: [1, 101]) func `an explanation of a cancellation is not shown`(code: Int) async throws {
        let error = try #require(try await failure(code, ProviderExplanation(reason: "the vault is damaged")))
        #expect(!error.message.contains("damaged") && error.details == nil)
    }
}
