import LatchkeyMatching
package import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// The clipboard of a client's screen.
package struct ScreenClipboard: Sendable {
    /// How the client describes the copy to the user.
    package var description: CopyCredential.Result
    /// Copies a secret, which is cleared as `description` says.
    package var copy: @Sendable (Secret) async throws(RemoteError) -> Void

    package init(
        description: CopyCredential.Result, copy: @escaping @Sendable (Secret) async throws(RemoteError) -> Void
    ) {
        self.description = description
        self.copy = copy
    }
}

// A copied secret goes from the provider to the clipboard and not to the client, except for a filled value for which the
// client found no field.
extension Agent {
    package func copy(
        _ parameters: CopyCredential.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> CopyCredential.Result {
        // First, so that the user does not enter a passphrase in vain.
        let clipboard = try await dependencies.clipboard(requester.client)
        try await clipboard.copy(Secret(try await part(parameters, for: requester, on: screen)))
        return clipboard.description
    }

    private func part(
        _ parameters: CopyCredential.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> String {
        let part = parameters.part
        if let text = parameters.text {
            guard parameters.suggestion == nil else {
                throw RemoteError(.invalidParameters, "either a suggestion is copied or a text")
            }
            let frame = try PageFrame.ifAny(parameters.url, ancestors: parameters.ancestorOrigins)
            noteCopying(by: requester, of: nil, in: frame, parameters.provider)
            return text
        }
        guard let suggestion = parameters.suggestion else {
            let list = OpenList.Parameters(
                url: parameters.url, kind: part == .code ? .code : .password, provider: parameters.provider,
                ancestorOrigins: parameters.ancestorOrigins, acceptsFrame: parameters.acceptsFrame, purpose: .copy)
            return try await openList(list, for: requester, on: screen, what: Self.copying).part(part)
        }
        guard let url = parameters.url else {
            throw RemoteError(.invalidParameters, "a suggestion requires a url")
        }
        let frame = try PageFrame(url, ancestors: parameters.ancestorOrigins)
        let (match, otherAccounts) = try pick(
            suggestion, in: frame, acceptsWarning: parameters.acceptsWarning ?? false,
            acceptsFrame: parameters.acceptsFrame)
        switch (part, match.identity.kind) {
        case (.user, _):
            // The agent knows the user name, so no vault is opened.
            let user = match.identity.user
            noteCopying(by: requester, of: user, in: frame, match.provider)
            return user
        case (.password, .password), (.code, .code):
            return try await fill(
                match, otherAccounts: otherAccounts, in: frame, for: requester, on: screen, what: Self.copying,
                purpose: .copy
            ).part(part)
        default:
            throw RemoteError(.invalidParameters, "the suggestion has no \(part.rawValue)")
        }
    }

    /// Logs a copy for which no provider was called.
    private func noteCopying(
        by requester: Requester, of user: String?, in frame: PageFrame?, _ provider: ProviderIdentifier?
    ) {
        var entry = LogEntry(
            time: dependencies.date(), program: requester.client.program, pid: requester.caller.processIdentifier,
            what: Self.copying, service: frame?.page.hostAndPort, embeddingSite: frame?.embedder?.logText, user: user,
            provider: provider, outcome: "done", executable: requester.caller.loggedPath)
        if requester.isPrivate { entry.forgetWhere() }
        log.append(entry)
    }

    /// The word for the log.
    private static let copying = "copy"
}

extension FilledCredential {
    /// The text of the part.
    fileprivate func part(_ part: CopyCredential.Parameters.Part) throws(RemoteError) -> String {
        switch (part, value) {
        case (.user, .password(let user, _)): return user
        case (.password, .password(_, let password)): return password
        case (.code, .code(let code, _)): return code
        default: throw RemoteError(.providerFailed, "the provider returned another kind of value than requested")
        }
    }
}
