package import LatchkeyCore
package import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

/// The system's part of AutoFill: it has the providers and their identities, runs requests, and has no vault.
package actor Agent {
    /// The features of this version, beyond the first version of the protocol.
    ///
    /// - `frames`: the ancestors of a frame, and the confirmation of cross-site frames.
    /// - `copy`: the method; `copyText`: also a text of the client.
    /// - `offers`: suggestions come with the providers' capabilities, and the locked providers.
    /// - `mayAsk`: saving without a sheet.
    /// - `search`: logins of every site.
    /// - `passkeys`: creating, using and reporting passkeys.
    /// - `lock`: the method; suggestions come with the unlocked providers.
    /// - `clients`: the user allows and revokes other programs.
    package static let features: [String] = [
        "frames", "copy", "copyText", "offers", "mayAsk", "search", "lock", "passkeys", "clients",
    ]

    /// What the agent needs from the system, set once at the entry point.
    package struct Dependencies: Sendable {
        package var launcher: any ProviderLauncher
        package var clock: MonotonicClock
        /// Seconds since 1970.
        package var date: @Sendable () -> Double
        package var deadlines = RequestRunner.Deadlines()
        /// A screen for a client without one, such as the desktop's `pinentry`; `nil` if there is none.
        package var fallbackScreen: @Sendable (ClientDescription) -> (any SheetScreen)?
        /// A screen of the user's session that no client chooses; `nil` if there is none.
        package var sessionScreen: @Sendable () async -> (any SheetScreen)? = { nil }
        /// Shows the user a sentence on the desktop, if there is one.
        package var notify: @Sendable (String) async -> Void = { _ in }
        /// The clipboard of a client's screen.
        package var clipboard: @Sendable (ClientDescription) async throws(RemoteError) -> ScreenClipboard
        /// Reads the user's quirks files, and returns their problems too.
        package var readQuirks: @Sendable () -> (quirks: Quirks, problems: [String])
        /// The checks of `latchkey doctor` that need the system.
        package var systemChecks: @Sendable () async -> [AgentStatus.Result.Check]
        package var processIdentifier: Int32
        /// `nil` if the agent stores no anchors.
        package var anchors: ProviderAnchors?
        /// Writes a line to the agent's own log, never with a secret.
        package var note: @Sendable (String) -> Void

        package init(
            launcher: any ProviderLauncher, clock: MonotonicClock, date: @escaping @Sendable () -> Double,
            fallbackScreen: @escaping @Sendable (ClientDescription) -> (any SheetScreen)?,
            clipboard: @escaping @Sendable (ClientDescription) async throws(RemoteError) -> ScreenClipboard,
            readQuirks: @escaping @Sendable () -> (quirks: Quirks, problems: [String]),
            systemChecks: @escaping @Sendable () async -> [AgentStatus.Result.Check],
            processIdentifier: Int32,
            note: @escaping @Sendable (String) -> Void
        ) {
            self.launcher = launcher
            self.clock = clock
            self.date = date
            self.fallbackScreen = fallbackScreen
            self.clipboard = clipboard
            self.readQuirks = readQuirks
            self.systemChecks = systemChecks
            self.processIdentifier = processIdentifier
            self.note = note
        }
    }

    nonisolated let store: IdentityStore
    /// Whether nothing of the identity store is on the disk.
    package nonisolated var storesIdentitiesInMemory: Bool { store.isInMemory }
    nonisolated let keychain: Keychain
    nonisolated let gitCredentials = GitCredentialCache()
    nonisolated let directory: ProviderDirectory
    nonisolated let dependencies: Dependencies
    nonisolated let log: ActivityLog
    nonisolated let starter: ProviderStarter
    nonisolated let grants: ClientGrants
    private(set) var quirks: Quirks
    /// The open requests.
    private var runners: [ObjectIdentifier: RequestRunner] = [:]
    /// The providers that one of their processes has locked, with the number of its request.
    nonisolated let locks = AsyncStream<(provider: ProviderIdentifier, request: Int)>.makeStream()
    private var requestCount = 0
    /// The providers that must refill their identities.
    nonisolated let refills = PendingRefills()
    /// The state of the question whether to enable a provider.
    var enablePrompt = EnablePrompt()
    var recentFills = RecentFills()
    /// The state of the question whether a program may request logins.
    var clientPrompt = ClientPrompt()
    var fillPace = FillPace()

    package init(
        store: IdentityStore, keychain: Keychain, directory: ProviderDirectory, grants: ClientGrants, log: ActivityLog,
        dependencies: Dependencies
    ) {
        self.store = store
        self.keychain = keychain
        self.directory = directory
        self.grants = grants
        self.log = log
        self.dependencies = dependencies
        starter = ProviderStarter(launcher: dependencies.launcher, clock: dependencies.clock)
        quirks = dependencies.readQuirks().quirks
    }

    /// Runs the background work until the task is cancelled, and then ends all processes.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [keychain, dependencies] in await keychain.removeWhenExpired(dependencies.clock) }
            group.addTask { await self.refillStores() }
            group.addTask { await self.verifyStore() }
            group.addTask { [locks] in
                for await (provider, request) in locks.stream {
                    await self.endProcesses(of: provider, sparing: request)
                }
            }
            for await (provider, conversation) in starter.answered.stream {
                group.addTask { await self.windDown(conversation, of: provider) }
            }
            group.cancelAll()
        }
        await starter.end()
        await lock()
    }

    private func windDown(_ conversation: ProviderConversation, of provider: ProviderIdentifier) async {
        await conversation.windDown(clock: dependencies.clock, deadlines: dependencies.deadlines)
        await starter.ended(conversation, of: provider)
    }

    /// Verifies the identity store once, while no request is open.
    ///
    /// A changed byte in an index silently hides logins. A damaged store is set aside, and the providers refill.
    private func verifyStore() async {
        do {
            repeat {
                try await dependencies.clock.sleep(Self.quietTime)
            } while !runners.isEmpty
            if try await !store.verify() { dependencies.note("the identity store was damaged") }
        } catch is CancellationError {
            return
        } catch {
            dependencies.note("the identity store could not be verified: \(error)")
        }
    }

    /// Seconds between the start and the verification, and between its attempts.
    private static let quietTime = 30.0

    /// Locks all providers, because the screen is locked or the machine suspends.
    ///
    /// It ends the open requests too, since a provider process can store the key of its vault again.
    package func lock() async {
        keychain.wipe()
        // Requests that begin meanwhile find no items.
        for runner in runners.values { await runner.abandonAtOnce() }
        await starter.end()
        // Apps can have stored items meanwhile.
        keychain.wipe()
        do throws(IdentityStoreError) {
            try await store.forgetIfInMemory()
        } catch {
            dependencies.note("the identity store could not be forgotten: \(error)")
        }
    }

    /// Ends the processes and requests of a provider that were started before it was locked, since they can have its key.
    ///
    /// The keychain already rejects their calls, so no new process receives a key from one that takes long to end.
    ///
    /// - Parameter spared: The request whose own process has locked the provider.
    func endProcesses(of provider: ProviderIdentifier, sparing spared: Int? = nil) async {
        let lockGeneration = keychain.lockGeneration(of: provider)
        let older = runners.values.filter {
            $0.provider == provider && $0.lockGeneration < lockGeneration && $0.number != spared
        }
        for runner in older { await runner.abandonAtOnce() }
        await starter.end(provider)
    }

    /// Returns the number of a new request.
    func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }

    /// Whether no provider is unlocked and no request is open, so that the agent can end.
    package var isIdle: Bool { runners.isEmpty && keychain.isEmpty }

    nonisolated func fallbackScreen(_ client: ClientDescription) -> (any SheetScreen)? {
        dependencies.fallbackScreen(client)
    }

    /// Whether the user allowed a program to show the sheets of its requests.
    nonisolated func letsShowSheets(_ caller: Caller) -> Bool {
        caller.executable.flatMap { grants.permission(of: $0) }?.showsSheets ?? false
    }

    // MARK: Quirks

    func reloadQuirks() -> ReloadQuirks.Result {
        let read = dependencies.readQuirks()
        quirks = read.quirks
        return ReloadQuirks.Result(sharedSets: quirks.sharedCredentials.count, problems: read.problems)
    }

    func quirks(of parameters: QuirksOfSite.Parameters) throws(RemoteError) -> QuirksOfSite.Result {
        let page = try SuggestionFinder.page(parameters.url)
        let host = page.host
        let others = Set(quirks.sharedCredentials.givers(on: host).flatMap(\.names))
        return QuirksOfSite.Result(
            sharesLoginsWith: others.subtracting(host.namesDownToSite).sorted(),
            passwordRules: quirks.passwordRules(for: host),
            changePasswordURL: quirks.changePasswordAddress(for: host)?.text,
            wellKnownChangePasswordURL: page.isSecure ? page.origin + "/.well-known/change-password" : nil,
            appendsCodeToPassword: quirks.appendsCodeToPassword(at: host))
    }

    // MARK: Requests

    /// Runs a request, which counts as open meanwhile.
    ///
    /// - Parameter picked: The picked identity, which is removed if the provider reports that it does not exist.
    func perform(
        _ order: RequestRunner.Order, about picked: StoredIdentity? = nil
    ) async throws(RemoteError) -> ProviderAnswer {
        var order = order
        if let picked { order.forgetIdentity = { [weak self] in await self?.forget(picked) } }
        let runner = RequestRunner(
            order, starter: starter, clock: dependencies.clock, deadlines: dependencies.deadlines,
            note: dependencies.note)
        runners[ObjectIdentifier(runner)] = runner
        defer { runners[ObjectIdentifier(runner)] = nil }
        return try await runner.run()
    }

    /// Removes an identity whose record does not exist, and requests a refill from its provider.
    private func forget(_ picked: StoredIdentity) async {
        do throws(IdentityStoreError) {
            try await store.drop(picked)
        } catch {
            dependencies.note("an identity of \(picked.provider) could not be dropped: \(error)")
        }
        requestRefill(of: picked.provider)
    }

    /// Requests a refill of a provider's identities, in the background and without an interface.
    ///
    /// It does nothing if the provider is waiting already.
    package nonisolated func requestRefill(of provider: ProviderIdentifier) {
        refills.add(provider)
    }
}
