import LatchkeyMatching
import LatchkeyWire

extension LogEntry {
    /// What is remembered of a request: who, what, when and how it ended.
    ///
    /// No password, no code, no text; of a private window neither the site nor the account.
    init(
        _ request: ProviderRequest, of provider: ProviderIdentifier, for asker: Asker, in frame: PageFrame?,
        _ outcome: Result<ProviderAnswer, RemoteError>, at time: Double
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
            case .failure(let error): error.reason.rawValue
            }
        self.init(
            time: time, program: asker.client.program, pid: asker.processIdentifier, what: request.logName,
            service: frame?.page.hostAndPort ?? request.pickedIdentity?.serviceIdentifier.identifier
                ?? request.reportedPlace,
            embeddingSite: frame?.embedder?.logText, user: user, provider: provider, outcome: end)
        if asker.isPrivate { forgetWhere() }
    }
}

extension LogEntry {
    /// Leaves out on which site, and for which account.
    mutating func forgetWhere() {
        (service, embeddingSite, user) = (nil, nil, nil)
    }
}

extension ProviderRequest {
    fileprivate var reportedPlace: String? {
        if case .report(let report) = self { report.place } else { nil }
    }

    /// A word for the log.
    fileprivate var logName: String {
        switch self {
        case .provideWithoutUserInteraction, .prepareToProvide: "fill"
        case .prepareCredentialList, .prepareCredentialListWithPasskeys, .prepareOneTimeCodeList: "list"
        case .assertPasskeyWithoutUserInteraction, .prepareToAssertPasskey: "sign in"
        case .preparePasskeyRegistration: "create passkey"
        case .registerPasskeyWithoutUserInteraction: "upgrade to passkey"
        case .prepareTextToInsert: "insert text"
        case .saveWithoutUserInteraction, .prepareToSave: "save"
        case .generateWithoutUserInteraction, .prepareToGenerate: "generate"
        case .prepareConfiguration: "configure"
        case .report: "report"
        case .refillIdentityStore: "refill"
        }
    }
}
