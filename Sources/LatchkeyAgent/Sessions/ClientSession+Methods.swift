import LatchkeySheet
import LatchkeyWire

// The calls of clients, one line each. The agent implements them.
extension ClientSession {
    func installRequests(in methods: inout MethodTable) {
        serve(Suggest.self, in: &methods) { try await $0.suggest($1) }
        serve(SearchLogins.self, in: &methods) { try await $0.search($1) }
        serveOnScreen(Fill.self, isPrivate: \.isPrivate, in: &methods) { try await $0.fill($1, for: $2, on: $3) }
        serveOnScreen(CopyCredential.self, isPrivate: \.isPrivate, in: &methods) {
            try await $0.copy($1, for: $2, on: $3)
        }
        serveOnScreen(OpenList.self, isPrivate: \.isPrivate, in: &methods) {
            try await $0.openList($1, for: $2, on: $3)
        }
        serveOnScreen(InsertText.self, isPrivate: \.isPrivate, in: &methods) {
            try await $0.insertText($1, for: $2, on: $3)
        }
        serveOnScreen(SavePassword.self, in: &methods) { try await $0.save($1, for: $2, on: $3) }
        serveOnScreen(GeneratePasswords.self, isOpen: true, in: &methods) { try await $0.generate($1, for: $2, on: $3) }
        serveRequester(ReportCredential.self, in: &methods) { try await $0.report($1, for: $2) }
        serveOnScreen(CreatePasskey.self, isPrivate: \.isPrivate, in: &methods) {
            try await $0.createPasskey($1, for: $2, on: $3)
        }
        serveOnScreen(GetPasskey.self, isPrivate: \.isPrivate, in: &methods) {
            try await $0.getPasskey($1, for: $2, on: $3)
        }
        serve(ListPasskeys.self, in: &methods) { try await $0.listPasskeys($1) }
        serveOnScreen(GetGitCredential.self, in: &methods) { try await $0.getGitCredential($1, for: $2, on: $3) }
        serveRequester(StoreGitCredential.self, in: &methods) { try await $0.storeGitCredential($1, for: $2) }
        serveRequester(EraseGitCredential.self, in: &methods) { try await $0.eraseGitCredential($1, for: $2) }
        serve(StartAhead.self, in: &methods) { await $0.startAhead($1.provider) }
    }

    func installSettings(in methods: inout MethodTable) {
        serve(ListProviders.self, isOpen: true, in: &methods) { agent, _ in await agent.listProviders() }
        serveRequester(EnableProvider.self, in: &methods) { try await $0.enable($1, for: $2) }
        serveRequester(DisableProvider.self, in: &methods) { try await $0.disable($1.provider, for: $2) }
        serve(OrderProviders.self, in: &methods) { try await $0.order($1.providers) }
        serveOnScreen(ConfigureProvider.self, in: &methods) { try await $0.configure($1.provider, for: $2, on: $3) }
        serveRequester(DebugProvider.self, in: &methods) { try await $0.debug($1, for: $2) }
        serve(ReloadProviders.self, in: &methods) { agent, _ in await agent.reloadProviders() }
        serve(KeepIdentitiesInMemory.self, in: &methods) { try await $0.keepIdentitiesInMemory($1.isOn) }
        serveRequester(LockProviders.self, isOpen: true, in: &methods) { agent, _, requester in
            await agent.lock(for: requester)
        }
        serve(ChooseSheetMark.self, in: &methods) { try await $0.chooseSheetMark($1) }
        serve(ReloadQuirks.self, in: &methods) { agent, _ in await agent.reloadQuirks() }
        serve(QuirksOfSite.self, isOpen: true, in: &methods) { try await $0.quirks(of: $1) }
        serve(ReadLog.self, in: &methods) { await $0.readLog($1) }
        serve(ListClients.self, in: &methods) { agent, _ in await agent.listClients() }
        serveRequester(AllowClient.self, in: &methods) { try await $0.allowClient($1, for: $2) }
        serveRequester(RevokeClient.self, in: &methods) { try await $0.revokeClient($1, for: $2) }
        serve(AgentStatus.self, isOpen: true, in: &methods) { agent, _ in await agent.status() }
        methods.on(AuthenticateApp.self) { try self.authenticate($0) }
        serveOnScreen(RequestEnabling.self, isOpen: true, in: &methods) {
            try await $0.requestEnabling($1.provider, for: $2, on: $3)
        }
    }

    // Without `isOpen`, only the programs of this installation and those that the user allowed get an answer. An open
    // method reveals no site, account or secret, and changes nothing without the user.

    /// Answers a method whose caller is not logged.
    private func serve<M: Method>(
        _ method: M.Type, isOpen: Bool = false, in methods: inout MethodTable,
        _ body: @escaping @Sendable (Agent, M.Parameters) async throws -> M.Result
    ) {
        serveRequester(method, isOpen: isOpen, in: &methods) { agent, parameters, _ in
            try await body(agent, parameters)
        }
    }

    /// Answers a method that the log records with its client.
    ///
    /// - Parameter isPrivate: The parameter that says whether the request comes from a private window.
    private func serveRequester<M: Method>(
        _ method: M.Type, isOpen: Bool = false, isPrivate: (@Sendable (M.Parameters) -> Bool?)? = nil,
        in methods: inout MethodTable,
        _ body: @escaping @Sendable (Agent, M.Parameters, Requester) async throws -> M.Result
    ) {
        serveCall(of: method, isOpen: isOpen, isPrivate: isPrivate, in: &methods) { agent, parameters, requester, _ in
            try await body(agent, parameters, requester)
        }
    }

    /// Answers a method that can show a sheet; see `serveRequester` for its parameters.
    private func serveOnScreen<M: Method>(
        _ method: M.Type, isOpen: Bool = false, isPrivate: (@Sendable (M.Parameters) -> Bool?)? = nil,
        in methods: inout MethodTable,
        _ body: @escaping @Sendable (Agent, M.Parameters, Requester, (any SheetScreen)?) async throws -> M.Result
    ) {
        serveCall(of: method, isOpen: isOpen, isPrivate: isPrivate, in: &methods) { agent, parameters, requester, id in
            try await self.withScreen(forCall: id) { try await body(agent, parameters, requester, $0) }
        }
    }

    private func serveCall<M: Method>(
        of method: M.Type, isOpen: Bool, isPrivate: (@Sendable (M.Parameters) -> Bool?)?,
        in methods: inout MethodTable,
        _ body: @escaping @Sendable (Agent, M.Parameters, Requester, _ id: Int) async throws -> M.Result
    ) {
        methods.onCall(of: method) { parameters, id in
            let requester = try self.requester(isPrivate: isPrivate?(parameters))
            if !isOpen { try await self.agent.authorize(requester) }
            return try await body(self.agent, parameters, requester, id)
        }
    }
}
