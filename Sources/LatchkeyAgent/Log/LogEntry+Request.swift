import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire

extension LogEntry {
    /// The log entry of a request: client, call, time and outcome.
    ///
    /// It has no password, code or text. For a private window it has neither site nor account.
    ///
    /// - Parameters:
    ///   - service: The address of a request without a page.
    ///   - isUnlocked: Whether the provider has items in its keychain.
    init(
        _ request: ProviderRequest, of provider: ProviderIdentifier, for requester: Requester, in frame: PageFrame?,
        service: String? = nil, _ outcome: Result<ProviderAnswer, RemoteError>, isUnlocked: Bool, at time: Double
    ) {
        let user: String? =
            switch (request, outcome) {
            case (_, .success(.password(let user, _, _))): user
            case (.saveWithoutUserInteraction(let save), _), (.prepareToSave(let save), _): save.user
            case (.preparePasskeyRegistration(let made), _), (.registerPasskeyWithoutUserInteraction(let made), _):
                made.identity.user
            case (.report(let report), _): report.user
            default: request.pickedIdentity?.user
            }
        let end =
            switch outcome {
            case .success: "done"
            case .failure(let error): error.logOutcome(isUnlocked: isUnlocked)
            }
        self.init(
            time: time, program: requester.client.program, pid: requester.caller.processIdentifier,
            what: request.kind.traits.logName,
            service: frame?.page.hostAndPort ?? service ?? request.pickedIdentity?.serviceIdentifier.loggedText
                ?? request.reportedPlace,
            embeddingSite: frame?.embedder?.logText, user: user, provider: provider, outcome: end,
            executable: requester.caller.loggedPath)
        if requester.isPrivate { forgetWhere() }
    }
}

extension LogEntry {
    /// Removes the site and the account.
    mutating func forgetWhere() {
        (service, embeddingSite, user) = (nil, nil, nil)
    }
}

extension ProviderRequest {
    fileprivate var reportedPlace: String? {
        if case .report(let report) = self { report.place } else { nil }
    }
}

extension ServiceIdentifier {
    /// The identifier; only scheme, host and port if it has a rule, because the log stores no paths.
    fileprivate var loggedText: String {
        guard let place = try? ServicePlace(self), place.rule != nil else { return identifier }
        return place.description
    }
}
