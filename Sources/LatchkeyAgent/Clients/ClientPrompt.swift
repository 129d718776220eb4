import LatchkeyCore
import LatchkeyMatching
import LatchkeySheet
package import LatchkeyWire

/// The state of the question whether a program may request logins.
///
/// One question is open at a time. After a refusal the agent does not ask about the program again for ``refusalTime``.
struct ClientPrompt {
    /// Seconds for which a refusal is remembered.
    static let refusalTime = 3600.0
    /// Seconds until the agent asks about a program again after the program disconnected or the screen failed.
    static let withdrawalTime = 60.0
    /// The number of refused programs at which the agent stops asking about further ones.
    ///
    /// A program can copy itself to many paths to ask many questions.
    static let limit = 5

    /// The end of each program's refusal, by path only: a rewritten file must not cause a new question.
    private var refused: [String: Double] = [:]
    /// The time until which a refusal of each program is not logged again, by path.
    private var logged: [String: Double] = [:]
    var open = OpenQuestion()

    /// Remembers that the user refused a program, or that the program withdrew its question.
    mutating func refuse(_ file: ExecutableFile, for duration: Double = refusalTime, at now: Double) {
        refused[file.path] = now + duration
    }

    mutating func forgetRefusal(of file: ExecutableFile) {
        refused[file.path] = nil
    }

    /// Whether the agent must not ask about a program.
    mutating func isRefused(_ file: ExecutableFile, at now: Double) -> Bool {
        refused = refused.filter { now < $0.value }
        return refused[file.path] != nil || refused.count >= Self.limit
    }

    /// Whether to log that a program was refused: once in ``refusalTime``, and for a limited number of programs.
    mutating func mustLog(_ file: ExecutableFile, at now: Double) -> Bool {
        logged = logged.filter { now < $0.value }
        guard logged[file.path] == nil, logged.count < Self.logLimit else { return false }
        logged[file.path] = now + Self.refusalTime
        return true
    }

    private static let logLimit = 32
}

// The programs that may request logins.
extension Agent {
    /// Checks that a program may request logins; asks the user about an unknown one.
    ///
    /// - Throws: ``RemoteError/Reason/notPermitted`` for a program that the user did not allow.
    func authorize(_ requester: Requester) async throws(RemoteError) {
        guard requester.caller.standing == .other else { return }
        guard let file = requester.caller.executable else { throw .unidentifiedCaller }
        if grants.permission(of: file) != nil { return }
        guard grants.isPlaced(file) else {
            throw refusal(
                of: file, for: requester, hint: "run it outside of a container, or restart it if it was updated")
        }
        if !clientPrompt.isRefused(file, at: dependencies.clock.now()), let screen = await dependencies.sessionScreen()
        {
            // Another call may have got the permission or a refusal meanwhile.
            if grants.permission(of: file) != nil { return }
            if !clientPrompt.isRefused(file, at: dependencies.clock.now()),
                try await isAllowed(file, for: requester, on: screen)
            {
                return
            }
        }
        throw refusal(of: file, for: requester, hint: allowHint(file))
    }

    /// Whether to log a call that needs no permission: a program without one must not push other entries out of the log.
    func mustLogOpenCall(of requester: Requester) -> Bool {
        guard requester.caller.standing == .other, let file = requester.caller.executable,
            grants.permission(of: file) == nil
        else { return true }
        return clientPrompt.mustLog(file, at: dependencies.clock.now())
    }

    /// The error for a program that is not allowed; logs it.
    ///
    /// - Parameter failure: Why the user could not be asked; `nil` if there was no attempt or an answer.
    private func refusal(
        of file: ExecutableFile, for requester: Requester, hint: String, failure: String? = nil
    ) -> RemoteError {
        if clientPrompt.mustLog(file, at: dependencies.clock.now()) {
            note("request", file.path, by: requester, outcome: RemoteError.Reason.notPermitted.rawValue)
        }
        let reason = failure.map { ", and you could not be asked: \($0)" } ?? ""
        return RemoteError(
            .notPermitted, "\(file.path) may not request logins\(reason)", hint: hint,
            details: ["executable": file.path])
    }

    private func allowHint(_ file: ExecutableFile) -> String {
        "if you trust it, run \"latchkey clients allow \(ShellWord.path(file.path))\""
    }

    /// Asks the user about a program; returns whether it is allowed now.
    ///
    /// - Throws: ``RemoteError/Reason/busy`` while another question is open, ``RemoteError/Reason/notPermitted`` if the
    ///   screen fails.
    private func isAllowed(
        _ file: ExecutableFile, for requester: Requester, on screen: any SheetScreen
    ) async throws(RemoteError) -> Bool {
        let now = dependencies.clock.now()
        guard let turn = clientPrompt.open.begin(at: now, until: now + dependencies.deadlines.withInterface) else {
            throw RemoteError(.busy, "another question about a program is open", hint: "answer that question first")
        }
        defer { clientPrompt.open.end(turn) }
        let sheet = Self.sheet(about: file, named: requester.client.program)
        switch await answer(to: sheet, about: file.path, on: screen) {
        case .submitted(Self.allowButton):
            _ = try grants.allow(file, showsSheets: false, at: dependencies.date())
            note("allow", file.path, by: requester)
            return true
        case .pressed, .submitted, .notNow:
            clientPrompt.refuse(file, at: dependencies.clock.now())
            note("allow", file.path, by: requester, outcome: RemoteError.Reason.declined.rawValue)
        // A program must not repeat an unanswered question each minute.
        case .timedOut:
            clientPrompt.refuse(file, at: dependencies.clock.now())
            note("allow", file.path, by: requester, outcome: RemoteError.Reason.timedOut.rawValue)
        case .disconnected:
            clientPrompt.refuse(file, for: ClientPrompt.withdrawalTime, at: dependencies.clock.now())
        case .failed(let reason):
            clientPrompt.refuse(file, for: ClientPrompt.withdrawalTime, at: dependencies.clock.now())
            dependencies.note("the question about \(DisplayText.escaping(file.path)) was not answered: \(reason)")
            throw refusal(of: file, for: requester, hint: allowHint(file), failure: reason)
        }
        return false
    }

    private static let allowButton: ElementIdentifier = "allow"

    static func sheet(about file: ExecutableFile, named name: String) -> TypedQuestion {
        var elements = [
            Sheet.Element(
                "what", .text(Sheet.Text("It asks for your logins, and can fill them without another question.")))
        ]
        if ExecutableFile.isInterpreter(file.path) {
            elements.append(
                Sheet.Element("interpreter", .text(Sheet.Text(ExecutableFile.interpreterWarning))))
        }
        // The path is last: it is the only text of any length, and pinentry shows the first 900 bytes.
        elements += [
            Sheet.Element("name", .text(Sheet.Text("It calls itself “\(name)”."))),
            Sheet.Element("path", .text(Sheet.Text(file.path))),
        ]
        return TypedQuestion("Allow this program?", verb: "Allow", button: allowButton, elements)
    }

    /// Asks the user before another program creates or uses a passkey.
    ///
    /// The provider may not ask, for example because it verified the user for an earlier request. A program that may
    /// show its requests' sheets is trusted like a browser.
    ///
    /// - Throws: ``RemoteError/Reason/notPermitted`` without a screen, ``RemoteError/Reason/userCanceled``.
    func confirmPasskey(
        for requester: Requester, in page: PageFrame, on screen: (any SheetScreen)?
    ) async throws(RemoteError) {
        guard requester.caller.standing == .other, !letsShowSheets(requester.caller) else { return }
        let path = requester.caller.executable?.path ?? ""
        guard let screen else {
            throw RemoteError(
                .notPermitted, "\(path) may not use passkeys, since there is no screen to ask on",
                hint: "if you trust it, run \"latchkey clients allow --shows-sheets \(ShellWord.path(path))\"",
                details: ["executable": path])
        }
        let sheet = TypedQuestion(
            "Let it use a passkey?", verb: "Allow", button: Self.allowButton,
            [
                Sheet.Element("site", .text(Sheet.Text("It signs in at \(page.page.host.displayText)."))),
                Sheet.Element("path", .text(Sheet.Text(path))),
            ])
        switch await answer(to: sheet, about: path, on: screen) {
        case .submitted(Self.allowButton): return
        case .failed(let reason):
            throw RemoteError(
                .notPermitted, "\(path) may not use passkeys, and you could not be asked: \(reason)",
                hint: "run \"latchkey doctor\"", details: ["executable": path])
        case .pressed, .submitted, .notNow, .timedOut, .disconnected:
            throw RemoteError(.userCanceled, "declined by the user")
        }
    }

    // MARK: Commands

    package func listClients() -> ListClients.Result {
        ListClients.Result(clients: grants.all)
    }

    package func allowClient(
        _ parameters: AllowClient.Parameters, for requester: Requester
    ) throws(RemoteError) -> AllowClient.Result {
        try requireInstalled(requester)
        guard let file = grants.file(at: parameters.path) else {
            throw RemoteError(
                .nothingFound, "\(parameters.path) is not a program that you can run",
                hint: "run \"command -v NAME\" to find a program's path")
        }
        let allowed = try grants.allow(file, showsSheets: parameters.showsSheets ?? false, at: dependencies.date())
        clientPrompt.forgetRefusal(of: file)
        note("allow", file.path, by: requester)
        return allowed
    }

    package func revokeClient(
        _ parameters: RevokeClient.Parameters, for requester: Requester
    ) throws(RemoteError) -> RevokeClient.Result {
        try requireInstalled(requester)
        // A program that was removed is revoked by the listed path.
        let paths = [parameters.path, grants.file(at: parameters.path)?.path].compactMap(\.self)
        for path in paths {
            guard let revoked = try grants.revoke(path) else { continue }
            note("revoke", path, by: requester)
            return revoked
        }
        throw RemoteError(
            .nothingFound, "\(parameters.path) is not allowed", hint: "run \"latchkey clients\" to list the programs")
    }

    /// A program that the user allowed must not allow others.
    private func requireInstalled(_ requester: Requester) throws(RemoteError) {
        guard requester.caller.standing == .installed else {
            throw RemoteError(
                .notPermitted, "only Latchkey's own programs may do that", hint: "run \"latchkey clients\"")
        }
    }

    /// Logs a change of a program's permission, with the program as the entry's executable.
    private func note(_ what: String, _ path: String, by requester: Requester, outcome: String = "done") {
        log.append(
            LogEntry(
                time: dependencies.date(), program: requester.client.program,
                pid: requester.caller.processIdentifier, what: what, outcome: outcome, executable: path))
    }

    // MARK: Many fills

    /// Delays a program that requests the secrets of many logins, and reports it in the log.
    ///
    /// - Throws: ``RemoteError/Reason/requestCancelled`` if the caller stops waiting, ``RemoteError/Reason/busy`` if
    ///   many of its requests wait.
    func pace(_ login: PacedLogin, for requester: Requester) async throws(RemoteError) {
        let program = requester.path
        let verdict = fillPace.begin(login, by: program, at: dependencies.clock.now())
        if verdict.isFirst {
            dependencies.note("\(DisplayText.escaping(program)) requests many logins and is slowed")
            log.append(
                LogEntry(
                    time: dependencies.date(), program: requester.client.program,
                    pid: requester.caller.processIdentifier, what: "many fills", outcome: "slowed",
                    executable: requester.caller.executable?.path))
            await dependencies.notify(
                "\(DisplayText.escaping(program)) requests many logins and is slowed. \"latchkey log\" lists them.")
        }
        guard let delay = verdict.delay else {
            throw RemoteError(.busy, "\(program) has requested too many logins", hint: "try again in a minute")
        }
        guard delay > 0 else { return }
        do {
            try await dependencies.clock.sleep(delay)
        } catch {
            endPaced(login, for: requester, hasRevealed: false)
            throw RemoteError(.requestCancelled, "the request was cancelled")
        }
    }

    func endPaced(_ login: PacedLogin, for requester: Requester, hasRevealed: Bool) {
        fillPace.end(login, by: requester.path, hasRevealed: hasRevealed, at: dependencies.clock.now())
    }
}

extension RemoteError {
    /// The agent's answer to a program whose executable the kernel does not show.
    ///
    /// A program of an older release does not show it, too.
    static let unidentifiedCaller = RemoteError(
        .notPermitted, "the calling program cannot be identified",
        hint: "restart the browser, or another program that was running when Latchkey was updated")
}

extension Requester {
    /// The path of its program, or its process if the kernel does not show the program.
    var path: String { caller.executable?.path ?? "process \(caller.processIdentifier)" }
}
