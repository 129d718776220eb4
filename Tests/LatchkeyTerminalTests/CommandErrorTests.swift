import LatchkeyTerminal
import LatchkeyWire
import Testing

@Suite("The exit status of an error") struct CommandErrorTests {
    /// All reasons of the protocol, so that a new one fails the test until it has a status.
    private static let statuses: [RemoteError.Reason: LatchkeyTerminal.ExitStatus] = [
        .malformedMessage: .failed, .unknownMethod: .failed, .invalidParameters: .usage, .unsupportedVersion: .failed,
        .helloExpected: .failed, .notPermitted: .failed, .busy: .failed, .nothingFound: .nothingFound,
        .userCanceled: .cancelled, .locked: .locked, .timedOut: .timedOut, .providerFailed: .failed,
        .providerCrashed: .failed, .credentialIdentityNotFound: .nothingFound, .requestCancelled: .cancelled,
        .interactionRequired: .failed, .noClipboard: .failed, .declined: .failed, .otherSiteFrame: .failed,
        .unknownProvider: .nothingFound, .providerDisabled: .failed, .providerChanged: .failed,
        .providerUnusable: .failed, .confirmationRequired: .failed, .noProviders: .failed, .storeDisabled: .failed,
        .storeBusy: .failed, .storeInternalError: .failed, .invalidURL: .usage, .insecureOrigin: .failed,
        .typeError: .failed, .securityError: .failed, .notSupportedError: .failed, .invalidStateError: .failed,
        .syntaxError: .failed, .relatedOriginsNeeded: .failed, .internalError: .failed,
    ]

    @Test(arguments: RemoteError.Reason.allCases)
    func `maps each reason of the agent to an exit status`(reason: RemoteError.Reason) {
        #expect(CommandError(RemoteError(reason, "m", hint: "h")).status == Self.statuses[reason])
    }

    @Test func `the exit statuses have stable numbers`() {
        let numbers: [Int32] = [
            LatchkeyTerminal.ExitStatus.done, .failed, .usage, .nothingFound, .locked, .cancelled, .timedOut,
        ].map(\.rawValue)
        #expect(numbers == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `keeps the agent's message and hint`() {
        let error = CommandError(RemoteError(.locked, "it is locked", hint: "run \"x\""))
        #expect(error.message == "it is locked")
        #expect(error.hint == "run \"x\"")
    }
}
